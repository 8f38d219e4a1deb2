package dev.retrysafe.samples.chaos.check;

import java.util.List;

/**
 * What tells why callers were told what they were told.
 *
 * @param requests all requests for effects, by arrival
 * @param absences when which lookup found nothing
 * @param troubles all faults and all standstills
 * @param alarms all incidents
 */
public record Trail(List<Request> requests, List<Absence> absences, List<Trouble> troubles, List<Alarm> alarms) {

    /**
     * A lookup that found nothing.
     *
     * @param at when, microseconds
     * @param name tool, tenant and decision
     */
    public record Absence(long at, String name) {}
}
