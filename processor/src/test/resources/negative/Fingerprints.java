import dev.retrysafe.annotation.SideEffect;
import java.util.List;
import java.util.Map;
import java.util.Optional;

class Fingerprints {
    static final String KEY = "{ctx.tenant}:{id}";

    record Request(String title, String note, List<Item> items, Map<String, Item> byName, Optional<Item> first) {}

    record Item(String sku, int count) {}

    @SideEffect(key = KEY, fingerprint = {}, tool = "a") // ERROR EmptyFingerprint
    void empty(String id, Request request) {}

    @SideEffect(key = KEY, fingerprint = "!request.note", tool = "b") // ERROR EmptyFingerprint
    void onlyOut(String id, Request request) {}

    @SideEffect(key = KEY, fingerprint = {"*", "!id", "!request"}, tool = "c") // ERROR EmptyFingerprint
    void nothingLeft(String id, Request request) {}

    @SideEffect(key = KEY, fingerprint = {"id", "reqest.title"}, tool = "d") // ERROR UnknownPath
    void unknownParameter(String id, Request request) {} // WARNING UndecidedParameter

    @SideEffect(
            key = KEY,
            fingerprint = {
                "id",
                "request.titel", // ERROR UnknownPath
                "request.items.count",
                "request.items.skuu", // ERROR UnknownPath
                "request.byName.x", // ERROR UnknownPath
                "request.first.sku",
                "request.note.length" // ERROR UnknownPath
            },
            tool = "e")
    void unknownMembers(String id, Request request) {}

    @SideEffect(
            key = KEY,
            fingerprint = {
                "*",
                "request.title", // ERROR OverlappingPaths
                "!request.note",
                "!request.note", // ERROR OverlappingPaths
                "!request.items.sku", // ERROR OverlappingPaths
                "!request.items"
            },
            tool = "f")
    void overlapping(String id, Request request) {}

    @SideEffect(
            key = KEY,
            fingerprint = {
                "id",
                "request",
                "!request" // ERROR OverlappingPaths
            },
            tool = "g")
    void inAndOut(String id, Request request) {}

    @SideEffect(
            key = KEY,
            fingerprint = {
                "id",
                "request.title",
                "!request.note" // ERROR ExclusionWithoutEffect
            },
            tool = "h")
    void neverIn(String id, Request request) {}

    @SideEffect(
            key = KEY,
            fingerprint = {
                "*",
                "request..title", // ERROR MalformedPath
                "", // ERROR MalformedPath
                "!*", // ERROR MalformedPath
                "request.*", // ERROR MalformedPath
                " id" // ERROR MalformedPath
            },
            tool = "i")
    void malformed(String id, Request request) {}

    @SideEffect(key = KEY, fingerprint = {"id", "ctx.tenant"}, tool = "j") // ERROR UnknownPath
    void context(String id) {}

    @SideEffect(key = KEY, fingerprint = "id", tool = "k")
    void undecided(
            String id,
            Request request, // WARNING UndecidedParameter
            int count) {} // WARNING UndecidedParameter

    @SideEffect(key = KEY, fingerprint = {"*", "!request.notes"}, tool = "l") // ERROR UnknownPath
    void unknownExclusion(String id, Request request) {}
}
