package dev.retrysafe.canonical;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.retrysafe.SideEffectRejectedException;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A refusal says which value it is about. */
class ValuePathTest {

    private static final byte[] REQUEST = CanonicalWriter.memberName("request");

    private static final byte[] ITEMS = CanonicalWriter.memberName("items");

    private static final byte[] NAME = CanonicalWriter.memberName("name");

    private static final byte[] PRICE = CanonicalWriter.memberName("price");

    private static void refused(String path, Consumer<CanonicalWriter> effect) {
        CanonicalWriter w = new CanonicalWriter("pay");
        assertThatThrownBy(() -> effect.accept(w))
                .isInstanceOf(SideEffectRejectedException.class)
                .hasMessageStartingWith("Nothing was done: pay was refused, because " + path + " holds ");
        assertThat(w.path()).isEqualTo(path);
    }

    private static void item(CanonicalWriter w, String name, double price) {
        int item = w.beginObject();
        w.member(NAME);
        w.text(name);
        w.member(PRICE);
        w.number(price);
        w.endObject(item);
    }

    @Test
    void throughMembersAndElements() {
        refused("request.items[3].price", w -> {
            w.beginObject();
            w.member(REQUEST);
            w.beginObject();
            w.member(NAME);
            w.text("a \"quoted\\\" {name}, with [brackets]: and \\");
            w.member(ITEMS);
            w.beginArray();
            for (int i = 0; i < 3; i++) {
                w.element();
                item(w, "]},\"price\":\\\"", i);
            }
            w.element();
            item(w, "last", Double.NaN);
        });
    }

    @Test
    void pastContainersThatAreClosed() {
        refused("price", w -> {
            w.beginObject();
            w.member(ITEMS);
            int items = w.beginArray();
            w.element();
            item(w, "n", 1);
            w.endArray(items);
            w.member(NAME);
            w.endObject(w.beginObject());
            w.member(PRICE);
            w.number(Double.POSITIVE_INFINITY);
        });
    }

    @Test
    void inTheMiddleOfAText() {
        refused("name", w -> {
            w.beginObject();
            w.member(NAME);
            w.text("so far so \"good\", then \ud800");
        });
    }

    @Test
    void intoSetsAndMaps() {
        refused("items[1].request.price", w -> {
            w.beginObject();
            w.member(ITEMS);
            CanonicalWriter.Unordered set = w.beginUnordered();
            set.element();
            w.integral(1);
            set.element();
            w.beginObject();
            w.member(REQUEST);
            CanonicalWriter.Entries map = w.beginMap();
            map.key("a");
            w.integral(1);
            map.key("price");
            w.number(Double.NaN);
        });
    }

    @Test
    void aMapsKeyIsShownSafelyAndBriefly() {
        refused("request[\"a b?]?[31m\"]", w -> {
            w.beginObject();
            w.member(REQUEST);
            w.beginMap().key("a b\u202e]\u00a0[31m");
            w.number(Double.NaN);
        });
        refused("request[\"" + "-".repeat(40) + "…\"]", w -> {
            w.beginObject();
            w.member(REQUEST);
            w.beginMap().key("-".repeat(1000));
            w.number(Double.NaN);
        });
    }

    @Test
    void aMapWhoseKeysAreWrongIsNamedItself() {
        refused("request", w -> {
            w.beginObject();
            w.member(REQUEST);
            CanonicalWriter.Entries map = w.beginMap();
            map.key("a");
            w.integral(1);
            map.key(null);
        });
        refused("request", w -> {
            w.beginObject();
            w.member(REQUEST);
            CanonicalWriter.Entries map = w.beginMap();
            map.key("a");
            w.integral(1);
            map.key("b\ud800");
        });
        refused("request.a", w -> {
            w.beginObject();
            w.member(REQUEST);
            CanonicalWriter.Entries map = w.beginMap();
            map.key("a");
            w.integral(1);
            map.key("a");
            w.integral(2);
            map.end();
        });
    }

    @Test
    void aCycleIsNamedByItsBeginning() {
        CanonicalWriter w = new CanonicalWriter("pay");
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 100; i++) {
                        w.beginObject();
                        w.member(REQUEST);
                    }
                })
                .hasMessageContaining("request.request.request.")
                .hasMessageContaining("…")
                .hasMessageContaining("nested deeper than 64");
        assertThat(w.path().length()).isLessThan(200);
    }

    @Test
    void anUnexpectedSubtypeIsPlaced() {
        CanonicalWriter w = new CanonicalWriter("pay");
        w.beginObject();
        w.member(REQUEST);

        assertThat(w.unexpectedSubtype(Number.class, Integer.class))
                .hasMessageContaining("request holds a java.lang.Integer where java.lang.Number is declared");
    }

    @Test
    void theRootHasNoPath() {
        assertThat(new CanonicalWriter("pay").path()).isEmpty();
    }
}
