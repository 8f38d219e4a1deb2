package dev.retrysafe.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.retrysafe.CallContext;
import dev.retrysafe.SideEffectConflictException;
import dev.retrysafe.SideEffectRejectedException;
import dev.retrysafe.observe.AuditLog;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** One line per call, whatever callers send. */
class AuditLogTest {

    private static final String FINGERPRINT = "fingerprint=sha256:[0-9a-f]{64}";

    private final Logger logger = (Logger) LoggerFactory.getLogger(AuditLog.LOGGER);

    private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

    @BeforeEach
    void listen() {
        appender.start();
        logger.addAppender(appender);
    }

    @AfterEach
    void stop() {
        logger.detachAppender(appender);
    }

    @Test
    void saysWhatWasDoneWithEachCall() {
        Applications.inMemory(new Ledger()).withBean(Desk.class).run(context -> {
            Desk desk = context.getBean(Desk.class);
            CallContext caller =
                    CallContext.builder().tenant("acme").actor("ada").build();
            caller.call(() -> desk.createTicket("a-1", "down"));
            caller.call(() -> desk.createTicket("a-1", "down"));
            assertThatThrownBy(() -> caller.call(() -> desk.createTicket("a-1", "up")))
                    .isInstanceOf(SideEffectConflictException.class);
            assertThatThrownBy(() -> caller.call(() -> desk.createTicket("", "up")))
                    .isInstanceOf(SideEffectRejectedException.class);

            String about = " key=acme:a-1:create_ticket " + FINGERPRINT + " actor=ada ";
            List<String> lines = lines();
            assertThat(lines).hasSize(4);
            assertThat(lines.get(0))
                    .matches("tool=create_ticket decision=execute answer=fresh" + about
                            + "remote_id=- duration_ms=\\d+");
            assertThat(lines.get(1))
                    .matches("tool=create_ticket decision=replay answer=replayed" + about
                            + "remote_id=- duration_ms=\\d+");
            assertThat(lines.get(2))
                    .matches("tool=create_ticket decision=conflict answer=none" + about
                            + "failure=dev.retrysafe.SideEffectConflictException duration_ms=\\d+");
            assertThat(lines.get(3))
                    .matches("tool=create_ticket decision=rejected answer=none key=- .*"
                            + "failure=dev.retrysafe.SideEffectRejectedException duration_ms=\\d+");
        });
    }

    @Test
    void case_11_whatCallersSendStaysOnItsLineAndInItsField() {
        String hostile = "x\r\ntool=forged decision=execute\u0000\u202E\u2028 {x} ${jndi:ldap://h/a} \uD83D\uDE00";
        Applications.inMemory(new Ledger()).withBean(Desk.class).run(context -> {
            Desk desk = context.getBean(Desk.class);
            CallContext.builder().tenant("acme").actor(hostile).build().call(() -> desk.createTicket(hostile, hostile));

            assertThat(lines()).singleElement().satisfies(line -> {
                assertThat(line)
                        .doesNotContainPattern("[\\p{Cntrl}\\u202E\\u2028]")
                        .contains(" actor=\"x\\r\\ntool=forged decision=execute\\u0000\\u202e\\u2028 {x}"
                                + " ${jndi:ldap://h/a} \uD83D\uDE00\" ");
                assertThat(line.replaceAll("\"(\\\\.|[^\"\\\\])*\"", "…"))
                        .containsOnlyOnce(" decision=")
                        .containsOnlyOnce("tool=");
            });
        });
    }

    private List<String> lines() {
        return appender.list.stream()
                .filter(event -> event.getLevel() == Level.INFO)
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }
}
