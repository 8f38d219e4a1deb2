package com.acme;

import dev.retrysafe.annotation.SideEffect;
import java.util.List;
import java.util.Map;

/** Names that get into the way of generated code. */
class Names {
    static final String KEY = "{ctx.tenant}:{w}";

    record Value(String w, String value, String object, String MEMBER_W, int array, List<String> item, Map<String, String> entries,
            String größe, String $, String _x, String record, String entry, String key, String id, String ID, String iD) {}

    record Charge(String id) {}

    record CanonicalWriter(String id) {}

    record List_(String id) {}

    @SideEffect(key = KEY, fingerprint = "*")
    void charge(String w, String arguments, String object, String k, String result, Value value, Charge charge) {}

    @SideEffect(key = "{ctx.tenant}:{value.w}:{value.größe}:{value.value}", fingerprint = "*")
    void write(Value value, CanonicalWriter canonicalWriter, List_ list) {}

    @SideEffect(key = "{ctx.tenant}:{key.id}:{effect.id}:{definition.id}", fingerprint = "*")
    void key(Charge key, Charge effect, Charge definition) {}

    static class ChargeTool {
        @SideEffect(key = KEY, fingerprint = "*", tool = "other")
        ChargeTool charge(String w) {
            return this;
        }
    }

    interface Inside {
        @SideEffect(key = KEY, fingerprint = "*")
        void inInterface(String w);

        class Deep {
            @SideEffect(key = KEY, fingerprint = "*")
            protected void deep(String w) {}
        }
    }
}
