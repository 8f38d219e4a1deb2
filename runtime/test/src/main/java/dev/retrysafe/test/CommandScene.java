package dev.retrysafe.test;

import static dev.retrysafe.test.Attempts.attempt;
import static dev.retrysafe.test.Attempts.held;
import static dev.retrysafe.test.Attempts.leasedFor;
import static dev.retrysafe.test.Attempts.outcome;
import static org.assertj.core.api.Assertions.assertThat;

import dev.retrysafe.store.Claim;
import dev.retrysafe.store.ClaimReply;
import dev.retrysafe.store.ClaimRequest;
import dev.retrysafe.store.CommitReply;
import dev.retrysafe.store.EffectStore;
import dev.retrysafe.store.OperationId;
import dev.retrysafe.store.Takeover;
import dev.retrysafe.store.WriteReply;
import java.time.Duration;
import java.util.List;

/**
 * A record as one command of a store finds it, the command, and what must hold afterwards, for tests that let something
 * go wrong in between. The scene is set, and looked at, past whatever goes wrong.
 */
public abstract class CommandScene {

    /** The commands that have a scene. */
    public static final List<String> COMMANDS = List.of(
            "claim", "look", "takeover", "renew", "commit", "found", "release", "mark", "open", "show", "resolve");

    private static final Takeover FIRST = new Takeover(1, null);

    final EffectStore direct;

    final ClaimRequest request = attempt(Attempts.operation());

    /** Who holds the claim, where anybody does. */
    final Claim owner = held(request, 1);

    CommandScene(EffectStore direct) {
        this.direct = direct;
    }

    /**
     * Sets the scene of a command, for an operation of its own.
     *
     * @param command one of {@link #COMMANDS}
     * @param direct the store, by a way on which nothing goes wrong
     * @return the scene
     */
    public static CommandScene of(String command, EffectStore direct) {
        return switch (command) {
            case "claim" -> new ClaimScene(direct);
            case "look" -> new LookScene(direct);
            case "takeover" -> new TakeoverScene(direct);
            case "renew" -> new RenewScene(direct);
            case "commit" -> new CommitScene(direct);
            case "found" -> new FoundScene(direct);
            case "release" -> new ReleaseScene(direct);
            case "mark" -> new MarkScene(direct);
            case "open" -> new DecisionScenes.Open(direct);
            case "show" -> new DecisionScenes.Show(direct);
            case "resolve" -> new DecisionScenes.Resolve(direct);
            default -> throw new IllegalArgumentException("no command of a store: " + command);
        };
    }

    /**
     * The operation.
     *
     * @return its id
     */
    public final OperationId operation() {
        return request.operation();
    }

    /**
     * Runs the command.
     *
     * @param on the store, by a way on which something may go wrong
     * @return its answer
     */
    public abstract Object run(EffectStore on);

    /**
     * Checks that the answer is the one that there is when nothing goes wrong.
     *
     * @param answer what {@link #run} returned
     */
    public abstract void check(Object answer);

    /**
     * Checks, when what went wrong is over, that whoever comes now finds what is right: the owner with the same command
     * again, or somebody else. At most one attempt is let in, nothing is stuck, and a receipt is the only one.
     *
     * @param answered whether the command's caller got an answer
     */
    public abstract void goesOn(boolean answered);

    final ClaimReply askedByAnother() {
        return direct.claim(attempt(operation()));
    }

    /** Nobody's record; the answer lets its caller into the method. */
    private static final class ClaimScene extends CommandScene {

        private ClaimScene(EffectStore direct) {
            super(direct);
        }

        @Override
        public Object run(EffectStore on) {
            return on.claim(request);
        }

        @Override
        public void check(Object answer) {
            assertThat(answer).isEqualTo(new ClaimReply.Claimed(1));
        }

        @Override
        public void goesOn(boolean answered) {
            if (answered) {
                assertThat(askedByAnother()).isInstanceOf(ClaimReply.InProgress.class);
                assertThat(direct.commit(owner, outcome("T-1"))).isInstanceOf(CommitReply.Stored.class);
                return;
            }
            // As the engine does: an attempt without an answer never enters, and takes back what it may have claimed.
            assertThat(direct.release(held(request, 0))).isInstanceOf(WriteReply.Done.class);
            assertThat(askedByAnother()).isInstanceOf(ClaimReply.Claimed.class);
            assertThat(direct.claim(request)).isNotInstanceOf(ClaimReply.Claimed.class);
        }
    }

    /** In doubt; the answer lets its caller into the method. */
    private static final class TakeoverScene extends CommandScene {

        private TakeoverScene(EffectStore direct) {
            super(direct);
            Claim earlier = held(attempt(operation()), 1);
            assertThat(direct.claim(earlier.request())).isEqualTo(new ClaimReply.Claimed(1));
            assertThat(direct.markInDoubt(earlier, "read timed out")).isEqualTo(new WriteReply.Done(false));
        }

        @Override
        public Object run(EffectStore on) {
            return on.takeOver(request, FIRST);
        }

        @Override
        public void check(Object answer) {
            assertThat(answer).isEqualTo(new ClaimReply.Claimed(2, true, null));
        }

        @Override
        public void goesOn(boolean answered) {
            ClaimRequest rival = attempt(operation());
            if (answered) {
                assertThat(direct.takeOver(rival, FIRST)).isInstanceOf(ClaimReply.InProgress.class);
                assertThat(direct.commit(held(request, 2), outcome("T-1"))).isInstanceOf(CommitReply.Stored.class);
                return;
            }
            // Refused where the takeover never took place.
            WriteReply unused = direct.release(held(request, 0));
            ClaimReply.InDoubt doubt = (ClaimReply.InDoubt) direct.claim(rival);
            assertThat(direct.takeOver(rival, new Takeover(doubt.fence(), null)))
                    .isEqualTo(new ClaimReply.Claimed(doubt.fence() + 1, true, null));
            assertThat(direct.takeOver(request, FIRST)).isNotInstanceOf(ClaimReply.Claimed.class);
        }
    }

    /** Claimed by the owner. */
    abstract static class OwnerScene extends CommandScene {

        OwnerScene(EffectStore direct) {
            super(direct);
            assertThat(direct.claim(request)).isEqualTo(new ClaimReply.Claimed(1));
        }

        @Override
        public void check(Object answer) {
            assertThat(answer).isEqualTo(new WriteReply.Done(false));
        }
    }

    private static final class LookScene extends OwnerScene {

        private LookScene(EffectStore direct) {
            super(direct);
        }

        @Override
        public Object run(EffectStore on) {
            return on.look(request);
        }

        @Override
        public void check(Object answer) {
            assertThat(answer).isInstanceOf(ClaimReply.InProgress.class);
        }

        @Override
        public void goesOn(boolean answered) {
            assertThat(direct.commit(owner, outcome("T-1"))).isInstanceOf(CommitReply.Stored.class);
        }
    }

    private static final class RenewScene extends OwnerScene {

        private RenewScene(EffectStore direct) {
            super(direct);
        }

        @Override
        public Object run(EffectStore on) {
            // Another lease, so that the record changes even within the claim's own millisecond.
            return on.renew(leasedFor(Duration.ofMinutes(1), owner));
        }

        @Override
        public void goesOn(boolean answered) {
            check(run(direct));
            assertThat(askedByAnother()).isInstanceOf(ClaimReply.InProgress.class);
            assertThat(direct.commit(owner, outcome("T-1")))
                    .isInstanceOfSatisfying(
                            CommitReply.Stored.class,
                            stored -> assertThat(stored.late()).isFalse());
        }
    }

    private static final class ReleaseScene extends OwnerScene {

        private ReleaseScene(EffectStore direct) {
            super(direct);
        }

        @Override
        public Object run(EffectStore on) {
            return on.release(owner);
        }

        @Override
        public void goesOn(boolean answered) {
            check(run(direct));
            assertThat(askedByAnother()).isEqualTo(new ClaimReply.Claimed(2));
            assertThat(direct.claim(request)).isNotInstanceOf(ClaimReply.Claimed.class);
        }
    }

    private static final class MarkScene extends OwnerScene {

        private MarkScene(EffectStore direct) {
            super(direct);
        }

        @Override
        public Object run(EffectStore on) {
            return on.markInDoubt(owner, "read timed out");
        }

        @Override
        public void goesOn(boolean answered) {
            check(run(direct));
            assertThat(askedByAnother())
                    .isInstanceOfSatisfying(
                            ClaimReply.InDoubt.class,
                            doubt -> assertThat(doubt.failure()).isEqualTo("read timed out"));
        }
    }

    /** The effect has happened: its receipt is the only one, ever. */
    abstract static class ReceiptScene extends OwnerScene {

        ReceiptScene(EffectStore direct) {
            super(direct);
        }

        @Override
        public void check(Object answer) {
            assertThat(answer).isInstanceOf(CommitReply.Stored.class);
        }

        @Override
        public void goesOn(boolean answered) {
            check(run(direct));
            assertThat(askedByAnother())
                    .isInstanceOfSatisfying(
                            ClaimReply.Committed.class,
                            committed ->
                                    assertThat(committed.outcome().remoteId()).isEqualTo("T-1"));
        }
    }

    private static final class CommitScene extends ReceiptScene {

        private CommitScene(EffectStore direct) {
            super(direct);
        }

        @Override
        public Object run(EffectStore on) {
            return on.commit(owner, outcome("T-1"));
        }
    }

    private static final class FoundScene extends ReceiptScene {

        private final ClaimRequest finder = attempt(operation());

        private FoundScene(EffectStore direct) {
            super(direct);
            assertThat(direct.markInDoubt(owner, "read timed out")).isEqualTo(new WriteReply.Done(false));
        }

        @Override
        public Object run(EffectStore on) {
            return on.found(finder, 1, outcome("T-1"));
        }
    }
}
