package dev.retrysafe.generated;

import dev.retrysafe.annotation.SideEffect;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Tools whose arguments' types say nothing about them. */
class JsonTools {

    private static final String KEY = "{ctx.tenant}:{ctx.operation}";

    record Box<T>(T value) {}

    @SideEffect(key = KEY, fingerprint = "*")
    void jsonAny(@Nullable Object payload) {}

    @SideEffect(key = KEY, fingerprint = "*")
    void jsonContainers(
            Map<String, @Nullable Object> objects,
            Map<String, ?> wildcards,
            List<?> list,
            Optional<Object> maybe,
            @Nullable Object[] array,
            Box<Object> box) {}

    @SideEffect(key = KEY, fingerprint = "*")
    void jsonMap(Map<String, ?> payload) {}

    @SideEffect(key = KEY, fingerprint = "*")
    void jsonTyped(Map<String, @Nullable String> texts, @Nullable Object payload) {}

    @SideEffect(key = KEY, fingerprint = "*")
    void jackson2(com.fasterxml.jackson.databind.@Nullable JsonNode payload) {}

    @SideEffect(key = KEY, fingerprint = "*")
    void jackson3(tools.jackson.databind.@Nullable JsonNode payload) {}

    @SideEffect(key = KEY, fingerprint = "*")
    void jsonNodes(
            com.fasterxml.jackson.databind.node.ObjectNode object2,
            Optional<tools.jackson.databind.JsonNode> maybe3,
            List<tools.jackson.databind.JsonNode> list3,
            Map<String, com.fasterxml.jackson.databind.JsonNode> map2) {}

    @SideEffect(
            key = KEY,
            fingerprint = {"*", "!payload"})
    void jsonWithout(Object payload, String text) {}
}
