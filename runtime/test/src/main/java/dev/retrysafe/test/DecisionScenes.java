package dev.retrysafe.test;

import static dev.retrysafe.test.Attempts.outcome;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.InstanceOfAssertFactories.list;

import dev.retrysafe.store.CommitReply;
import dev.retrysafe.store.EffectStore;
import dev.retrysafe.store.OpenPage;
import dev.retrysafe.store.OpenQuery;
import dev.retrysafe.store.RecordId;
import dev.retrysafe.store.RecordState;
import dev.retrysafe.store.RecordView;
import dev.retrysafe.store.Resolution;
import dev.retrysafe.store.ResolveReply;
import dev.retrysafe.store.WriteReply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

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

    /** What is listed is one tenant's, since others write to the list at the same time. */
    static final class Open extends CommandScene.OwnerScene {

        Open(EffectStore direct) {
            super(direct);
        }

        @Override
        public Object run(EffectStore on) {
            List<RecordView> listed = new ArrayList<>();
            OpenPage page = on.open(after(null));
            listed.addAll(page.records());
            while (page.next() != null) {
                page = on.open(after(page.next()));
                listed.addAll(page.records());
            }
            return listed;
        }

        private OpenQuery after(OpenQuery.@Nullable Position place) {
            return new OpenQuery(operation().namespace(), operation().tenant(), null, null, place, OpenQuery.MOST);
        }

        @Override
        public void check(Object answer) {
            assertThat(answer)
                    .asInstanceOf(list(RecordView.class))
                    .extracting(RecordView::operation, RecordView::state)
                    .containsExactly(tuple(operation(), RecordState.PENDING));
        }

        @Override
        public void goesOn(boolean answered) {
            check(run(direct));
            assertThat(direct.commit(owner, outcome("T-1"))).isInstanceOf(CommitReply.Stored.class);
            assertThat(run(direct)).isEqualTo(List.of());
        }
    }

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
