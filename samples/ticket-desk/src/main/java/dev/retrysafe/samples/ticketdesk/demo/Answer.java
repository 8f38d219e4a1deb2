package dev.retrysafe.samples.ticketdesk.demo;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * What a caller of the desk got.
 *
 * @param decision what was done with the call; {@value #NO_ANSWER} when the desk did not live to say
 * @param body the JSON that the desk answered
 */
record Answer(String decision, JsonNode body) {

    static final String NO_ANSWER = "no answer";

    static Answer of(JsonNode body) {
        return new Answer(body.path("decision").asString("unknown"), body);
    }

    static Answer none() {
        return new Answer(NO_ANSWER, JsonNodeFactory.instance.objectNode());
    }

    JsonNode receipt() {
        return body.path("receipt");
    }

    String remoteId() {
        return receipt().path("remote_id").asString("");
    }

    String text(String member) {
        return body.path(member).asString("");
    }
}
