package dev.retrysafe.samples.ticketdesk.desk;

import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A call's arguments: JSON that a model wrote, read strictly, so that a misspelt member is refused and not left out. */
final class Arguments {

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private final String tool;

    private final JsonNode arguments;

    private Arguments(String tool, JsonNode arguments) {
        this.tool = tool;
        this.arguments = arguments;
    }

    static Arguments parse(String tool, String body) {
        try {
            JsonNode arguments = JSON.readTree(body);
            if (!arguments.isObject()) {
                throw new BadArgumentsException("BadArguments", tool, "its arguments are not a JSON object");
            }
            return new Arguments(tool, arguments);
        } catch (JacksonException e) {
            throw new BadArgumentsException(
                    "BadArguments", tool, "its arguments are not JSON: " + e.getOriginalMessage());
        }
    }

    String text(String name) {
        JsonNode value = arguments.path(name);
        if (!value.isString()) {
            throw new BadArgumentsException(
                    "BadArguments", tool, name + (value.isMissingNode() ? " is missing" : " is not a string"));
        }
        return value.stringValue();
    }

    <T> T value(String name, Class<T> type) {
        JsonNode value = arguments.path(name);
        if (!value.isObject()) {
            throw new BadArgumentsException(
                    "BadArguments", tool, name + (value.isMissingNode() ? " is missing" : " is not an object"));
        }
        try {
            return JSON.treeToValue(value, type);
        } catch (JacksonException e) {
            throw new BadArgumentsException("BadArguments", tool, "in " + where(name, e) + ": " + what(e));
        }
    }

    private static String where(String name, JacksonException e) {
        List<JacksonException.Reference> path = e.getPath();
        return path.stream()
                .map(JacksonException.Reference::getPropertyName)
                .collect(Collectors.joining(".", path.isEmpty() ? name : name + ".", ""));
    }

    private static String what(JacksonException e) {
        Throwable cause = e.getCause();
        return cause instanceof IllegalArgumentException ? String.valueOf(cause.getMessage()) : e.getOriginalMessage();
    }
}
