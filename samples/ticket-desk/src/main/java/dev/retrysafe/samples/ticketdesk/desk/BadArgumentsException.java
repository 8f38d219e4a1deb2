package dev.retrysafe.samples.ticketdesk.desk;

import java.util.LinkedHashMap;
import java.util.Map;

/** A call that never reached its tool. It is refused in the same shape as Retrysafe's own refusals. */
final class BadArgumentsException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String code;

    private final String tool;

    BadArgumentsException(String code, String tool, String why) {
        super("Nothing was done: " + tool + " was refused, because " + why + ".");
        this.code = code;
        this.tool = tool;
    }

    Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("decision", "rejected");
        map.put("status", "rejected");
        map.put("code", code);
        map.put("message", String.valueOf(getMessage()));
        map.put("tool", tool);
        map.put("retryable", false);
        map.put("next_action", "fix_arguments");
        return map;
    }
}
