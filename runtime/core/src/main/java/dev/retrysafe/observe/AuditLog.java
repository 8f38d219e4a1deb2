package dev.retrysafe.observe;

import dev.retrysafe.Decision;
import dev.retrysafe.OneLine;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes one line per call, and one per decision of a person, to the logger {@value #LOGGER}, at level INFO: {@code name=value} pairs in a fixed order. A value
 * that is not one plain word stands in quotation marks, with {@code \"}, {@code \\}, {@code \n}, {@code \r}, {@code \t} and
 * {@code \u001b} for what would end it, break the line, or not be seen; {@code -} stands for none.
 *
 * <pre>{@code
 * tool=create_ticket decision=replay answer=replayed key=acme:c-9:approval-17:create_ticket
 *     fingerprint=sha256:… actor=desk remote_id=T-1 duration_ms=3
 * resolution=committed answer=resolved record=9f86… fence=1 tool=create_ticket key=acme:c-9:approval-17:create_ticket
 *     decision_id=incident-7 by=ann remote_id=T-1 why="seen in Linear"
 * }</pre>
 */
public final class AuditLog implements SideEffectListener {

    /** The logger's name. */
    public static final String LOGGER = "retrysafe.audit";

    private static final Logger LOG = LoggerFactory.getLogger(LOGGER);

    /** Makes a listener; every engine has one. */
    public AuditLog() {}

    @Override
    public CallObserver callStarted(String tool) {
        return AuditLog::write;
    }

    private static void write(CallFinished call) {
        if (!LOG.isInfoEnabled()) {
            return;
        }
        StringBuilder line = new StringBuilder(256);
        add(line, "tool", call.tool());
        add(line, "decision", call.decision().word());
        add(line, "answer", answer(call));
        add(line, "key", call.key());
        add(line, "fingerprint", call.fingerprint());
        add(line, "actor", call.actor());
        if (call.receipt() != null) {
            add(line, "remote_id", call.receipt().remoteId());
        }
        if (call.failure() != null) {
            add(line, "failure", call.failure().getClass().getName());
        }
        line.append("duration_ms=").append(call.duration().toMillis());
        LOG.info("{}", line);
    }

    @Override
    public void resolutionAnswered(ResolutionAnswered resolution) {
        if (!LOG.isInfoEnabled()) {
            return;
        }
        StringBuilder line = new StringBuilder(256);
        add(line, "resolution", resolution.verdict());
        add(line, "answer", resolution.answer());
        add(line, "record", resolution.record());
        add(line, "fence", Long.toString(resolution.fence()));
        add(line, "tool", resolution.tool());
        add(line, "key", resolution.key());
        add(line, "decision_id", resolution.decisionId());
        add(line, "by", resolution.by());
        add(line, "remote_id", resolution.remoteId());
        add(line, "why", resolution.why());
        LOG.info("{}", line.toString().stripTrailing());
    }

    private static String answer(CallFinished call) {
        if (call.decision() == Decision.REPLAY) {
            return "replayed";
        }
        return call.decision() == Decision.EXECUTE && call.failure() == null ? "fresh" : "none";
    }

    private static void add(StringBuilder line, String name, @Nullable String value) {
        line.append(name).append('=');
        if (value == null) {
            line.append('-');
        } else {
            line.append(value.equals("-") ? "\"-\"" : OneLine.value(value));
        }
        line.append(' ');
    }
}
