package dev.retrysafe.samples.chaos.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a seed makes of a campaign. */
class ScheduleTest {

    private static final List<Fault.Kind> OF_STORE =
            List.of(Fault.Kind.STALL_STORE, Fault.Kind.KILL_STORE, Fault.Kind.FLUSH_SCRIPTS);

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3, -9, 123_456_789})
    void aSeedIsASchedule(long seed) {
        Plan plan = new Plan(seed, 60, 4, 25);
        assertThat(Schedule.of(plan, OF_STORE)).isEqualTo(Schedule.of(plan, OF_STORE));
        assertThat(Schedule.of(new Plan(seed + 1, 60, 4, 25), OF_STORE)).isNotEqualTo(Schedule.of(plan, OF_STORE));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3, -9, 123_456_789})
    void aMinuteHasEnoughOfEveryFault(long seed) {
        Map<Fault.Kind, Integer> count = new HashMap<>();
        Schedule.of(new Plan(seed, 60, 4, 25), OF_STORE).forEach(fault -> count.merge(fault.kind(), 1, Integer::sum));
        assertThat(count.get(Fault.Kind.KILL)).isBetween(20, 30);
        assertThat(count.get(Fault.Kind.PAUSE)).isBetween(25, 40);
        assertThat(OF_STORE).allSatisfy(kind -> assertThat(count.get(kind)).isBetween(2, 5));
    }

    /** What trusting an "absent" rests on: no worker is kept from sending for longer than the plan says. */
    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3, -9, 123_456_789})
    void aPausedWorkerIsAwakeForAWhileBeforeItIsPausedAgain(long seed) {
        Map<Integer, Long> awake = new HashMap<>();
        for (Fault fault : Schedule.of(new Plan(seed, 600, 4, 25), OF_STORE)) {
            if (fault.kind() == Fault.Kind.PAUSE) {
                assertThat(fault.millis()).isBetween(Plan.LEASE_MILLIS, Plan.LONGEST_PAUSE_MILLIS);
                assertThat(fault.atMillis()).isGreaterThan(awake.getOrDefault(fault.worker(), 0L) + 1_000);
                awake.put(fault.worker(), fault.atMillis() + fault.millis());
            }
        }
        assertThat(awake).hasSize(4);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, -9})
    void everyOperationIsAskedForByAllWorkersAndTwiceInTheEnd(long seed) {
        Plan plan = new Plan(seed, 20, 4, 5);
        Map<Integer, Set<Integer>> workers = new HashMap<>();
        Map<Integer, Integer> sweeps = new HashMap<>();
        for (int worker = 0; worker < 4; worker++) {
            for (Plan.Appointment appointment : plan.appointments(worker)) {
                workers.computeIfAbsent(appointment.operation().index(), i -> new HashSet<>())
                        .add(worker);
            }
            plan.sweeps(worker).forEach(sweep -> sweeps.merge(sweep.operation().index(), 1, Integer::sum));
        }
        // The last ones come too late for all their retries.
        assertThat(workers).hasSize(100);
        assertThat(workers.get(0)).containsExactlyInAnyOrder(0, 1, 2, 3);
        assertThat(sweeps)
                .hasSize(100)
                .allSatisfy((operation, times) -> assertThat(times).isEqualTo(2));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, -9})
    void tenantsShareDecisionsAndNothingElse(long seed) {
        List<Operation> operations = new Plan(seed, 20, 4, 5).operations();
        assertThat(operations).extracting(Operation::name).doesNotHaveDuplicates();
        assertThat(operations).extracting(Operation::key).doesNotHaveDuplicates();
        assertThat(operations.get(0).decision()).isEqualTo(operations.get(2).decision());
        assertThat(operations.get(0).tool()).isEqualTo(operations.get(2).tool());
        assertThat(operations.get(0).tenant()).isNotEqualTo(operations.get(2).tenant());
        assertThat(operations).extracting(Operation::tool).contains(Tool.values());
    }
}
