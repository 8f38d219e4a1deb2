package dev.retrysafe.generated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.retrysafe.SideEffectRejectedException;
import dev.retrysafe.generated.JsonTools.Box;
import dev.retrysafe.tool.ToolMethod;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.NullNode;

/** Declared types that say nothing, through code that the processor writes. */
class JsonLikeToolsTest {

    private static final com.fasterxml.jackson.databind.ObjectMapper JACKSON_2 =
            new com.fasterxml.jackson.databind.ObjectMapper();

    private static final JsonMapper JACKSON_3 = JsonMapper.shared();

    @Test
    void nullIsLeftOutAndTheRestIsWhatItIs() {
        assertThat(any(null)).isEqualTo("{}");
        assertThat(any("x")).isEqualTo("{\"payload\":\"x\"}");
        assertThat(any(Map.of("b", 1, "a", List.of()))).isEqualTo("{\"payload\":{\"a\":[],\"b\":1}}");
    }

    @Test
    void case_23_textAndNumberDiffer() {
        assertThat(any(Map.of("n", "1"))).isEqualTo("{\"payload\":{\"n\":\"1\"}}");
        assertThat(any(Map.of("n", 1))).isEqualTo("{\"payload\":{\"n\":1}}");
    }

    @Test
    void elementsMapValuesOptionalsAndMembersMayBeJson() {
        Map<String, @Nullable Object> objects = new LinkedHashMap<>();
        objects.put("z", List.of(1));
        objects.put("n", null);
        objects.put("a", Map.of("k", true));

        assertThat(Generated.effect(
                        tool("json_containers"),
                        objects,
                        Map.of("w", 1.5),
                        Arrays.asList("t", null, List.of()),
                        Optional.of(2),
                        new Object[] {null, "x"},
                        new Box<Object>(false)))
                .isEqualTo("{\"array\":[null,\"x\"],\"box\":{\"value\":false},\"list\":[\"t\",null,[]],\"maybe\":2,"
                        + "\"objects\":{\"a\":{\"k\":true},\"n\":null,\"z\":[1]},\"wildcards\":{\"w\":1.5}}");
    }

    @Test
    void case_86_aNullThatALibraryHasReadIsAValueAndAMissingOneIsNone() {
        Map<String, @Nullable Object> objects = new HashMap<>();
        objects.put("n", NullNode.getInstance());

        assertThat(Generated.effect(tool("jackson3"), NullNode.getInstance())).isEqualTo("{\"payload\":null}");
        assertThat(Generated.effect(tool("jackson3"), MissingNode.getInstance()))
                .isEqualTo("{}");
        assertThat(Generated.effect(tool("jackson2"), JsonNodeFactory.instance.nullNode()))
                .isEqualTo("{\"payload\":null}");
        assertThat(any(NullNode.getInstance())).isEqualTo("{\"payload\":null}");
        assertThat(Generated.effect(
                        tool("json_containers"),
                        objects,
                        objects,
                        List.of(NullNode.getInstance()),
                        Optional.of(NullNode.getInstance()),
                        new Object[0],
                        new Box<Object>(NullNode.getInstance())))
                .isEqualTo("{\"array\":[],\"box\":{\"value\":null},\"list\":[null],\"maybe\":null,"
                        + "\"objects\":{\"n\":null},\"wildcards\":{\"n\":null}}");
        assertThat(Generated.effect(
                        tool("json_nodes"),
                        JsonNodeFactory.instance.objectNode().putNull("x"),
                        Optional.of(NullNode.getInstance()),
                        List.<JsonNode>of(NullNode.getInstance()),
                        Map.of("x", JsonNodeFactory.instance.nullNode())))
                .isEqualTo("{\"list3\":[null],\"map2\":{\"x\":null},\"maybe3\":null,\"object2\":{\"x\":null}}");
    }

    /** The second one takes the assignee away. */
    @Test
    void case_86_twoMergePatchesAreTwoEffects() throws JsonProcessingException {
        String closing = "{\"status\":\"closed\"}";
        String unassigning = "{\"status\":\"closed\",\"assignee\":null}";
        for (String tool : List.of("json_any", "jackson2", "jackson3", "json_map")) {
            Set<String> documents = new HashSet<>();
            for (String json : List.of(closing, unassigning)) {
                Object patch = switch (tool) {
                    case "jackson2" -> JACKSON_2.readTree(json);
                    case "jackson3" -> JACKSON_3.readTree(json);
                    default -> JACKSON_3.readValue(json, Object.class);
                };
                documents.add(Generated.effect(tool(tool), patch));
            }
            assertThat(documents)
                    .as(tool)
                    .containsExactlyInAnyOrder(
                            "{\"payload\":{\"status\":\"closed\"}}",
                            "{\"payload\":{\"assignee\":null,\"status\":\"closed\"}}");
        }
    }

    @Test
    void case_86_typedValuesLeaveTheirNullsOut() {
        Map<String, @Nullable String> texts = new HashMap<>();
        texts.put("status", "closed");
        texts.put("assignee", null);
        assertThat(Generated.effect(tool("json_typed"), texts, null)).isEqualTo("{\"texts\":{\"status\":\"closed\"}}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"b\":[1,2.5,-0.0,1e30,1E-7,\"x\",true,false,null,{}],\"a\":{\"\\u00e9\":\"\\ud83d\\ude00\",\"n\":null}}",
                "[9007199254740991,9007199254740992,-9007199254740993,123456789012345678901234567890,0.1,10.00]",
                "\"text\"",
                "12",
                "[]"
            })
    void treesOfBothLibrariesAndPlainValuesAreOneEffect(String json) throws JsonProcessingException {
        Object plain = JACKSON_3.readValue(json, Object.class);
        String expected = any(plain);

        assertThat(Generated.effect(tool("jackson2"), JACKSON_2.readTree(json))).isEqualTo(expected);
        assertThat(Generated.effect(tool("jackson3"), JACKSON_3.readTree(json))).isEqualTo(expected);
        assertThat(any(JACKSON_2.readTree(json))).isEqualTo(expected);
        assertThat(any(JACKSON_3.readTree(json))).isEqualTo(expected);
    }

    @Test
    void whatIsNotJsonIsRefusedWithItsPathAndClass() {
        refused(
                Map.of("items", List.of("a", Map.of("at", java.time.Instant.EPOCH))),
                "payload.items[1].at holds a value of class java.time.Instant");
        refused(Map.of("o", Optional.of("x")), "payload.o holds a value of class java.util.Optional");
        refused(Map.of("b", new byte[] {1}), "payload.b holds a value of class byte[]");
        refused(new Box<>(1), "payload holds a value of class dev.retrysafe.generated.JsonTools$Box");
    }

    @Test
    void wholeValueMayBeTakenOut() {
        assertThat(Generated.effect(tool("json_without"), new Object(), "t")).isEqualTo("{\"text\":\"t\"}");
    }

    @Test
    void case_22_mapThatContainsItselfIsRefused() {
        Map<String, Object> map = new HashMap<>();
        map.put("self", map);
        List<Object> list = new ArrayList<>();
        list.add(list);

        refused(map, "nested deeper than 64");
        refused(list, "nested deeper than 64");
    }

    private static void refused(Object payload, String message) {
        assertThatThrownBy(() -> any(payload))
                .isInstanceOfSatisfying(
                        SideEffectRejectedException.class,
                        refusal -> assertThat(refusal.code()).isEqualTo("NotCanonical"))
                .hasMessageContaining(message);
    }

    private static String any(@Nullable Object payload) {
        return Generated.effect(tool("json_any"), new Object[] {payload});
    }

    private static ToolMethod tool(String name) {
        return Generated.tool(JsonTools.class, name);
    }
}
