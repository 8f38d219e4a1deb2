package dev.retrysafe.test;

import static dev.retrysafe.test.Attempts.outcome;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retrysafe.store.CommitReply;
import dev.retrysafe.store.EffectStore;
import dev.retrysafe.store.RecordId;
import dev.retrysafe.store.RecordState;
import dev.retrysafe.store.RecordView;
import dev.retrysafe.store.Resolution;
import dev.retrysafe.store.ResolveReply;
import dev.retrysafe.store.WriteReply;
import java.time.Duration;
import java.util.Objects;

/** The scenes of what a person asks of a store. */
final class DecisionScenes {

    private static final Resolution HAPPENED = new Resolution(
            "d-1",
            Resolution.Verdict.COMMITTED,
            "linear",
            "T-1",
            null,
            "ann",
            "the ticket is there",
            Duration.ofHours(24));

    private DecisionScenes() {}

    static final class Show extends CommandScene.OwnerScene {

        Show(EffectStore direct) {
            super(direct);
        }

        @Override
        public Object run(EffectStore on) {
            return Objects.requireNonNull(on.show(RecordId.of(operation())));
        }

        @Override
        public void check(Object answer) {
            assertThat(answer)
                    .isInstanceOfSatisfying(
                            RecordView.class,
                            record -> assertThat(record.state()).isEqualTo(RecordState.PENDING));
        }

        @Override
        public void goesOn(boolean answered) {
            assertThat(direct.commit(owner, outcome("T-1"))).isInstanceOf(CommitReply.Stored.class);
        }
    }

    static final class Resolve extends CommandScene.ReceiptScene {

        Resolve(EffectStore direct) {
            super(direct);
            assertThat(direct.markInDoubt(owner, "read timed out")).isEqualTo(new WriteReply.Done(false));
        }

        @Override
        public Object run(EffectStore on) {
            return on.resolve(RecordId.of(operation()), 1, HAPPENED);
        }

        @Override
        public void check(Object answer) {
            assertThat(answer).isInstanceOf(ResolveReply.Resolved.class);
        }
    }
}
