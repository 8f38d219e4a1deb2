package com.acme.people;

import dev.retrysafe.annotation.ReadOnly;
import dev.retrysafe.annotation.Receipt;
import dev.retrysafe.annotation.SideEffect;
import dev.retrysafe.annotation.TenantScope;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalDate;
import java.time.Period;
import java.util.List;
import java.util.Optional;

/** HR: interfaces with generics, abstract bases, marked tenants. */
public final class People {
    private People() {}

    @TenantScope
    public record Company(String code) {}

    public record EmployeeId(long number) {}

    public record Absence(LocalDate from, LocalDate to, Optional<String> reason) {}

    public record Shift(DayOfWeek day, Duration length, List<EmployeeId> staff) {}

    public interface Directory<K, V> {
        @ReadOnly
        Optional<V> find(K id);
    }

    public interface Leave extends Directory<EmployeeId, Absence> {
        @SideEffect(
                key = "{company}:{employee}:{absence.from}",
                fingerprint = {"*", "!absence.reason"},
                receipt = @Receipt(system = "hr", id = "id"))
        Requested requestLeave(Company company, EmployeeId employee, Absence absence);

        @SideEffect(key = "{company.code}:{requestNumber}", fingerprint = "*")
        void approveLeave(Company company, int requestNumber);
    }

    public record Requested(String id, boolean granted) {}

    public static class LeaveDesk implements Leave {
        @Override
        public Optional<Absence> find(EmployeeId id) {
            return Optional.empty();
        }

        @Override
        @SideEffect(
                key = "{company}:{employee}:{absence.from}",
                fingerprint = {"*", "!absence.reason"},
                receipt = @Receipt(system = "hr", id = "id"))
        public Requested requestLeave(Company company, EmployeeId employee, Absence absence) {
            return new Requested("r1", true);
        }

        @Override
        public void approveLeave(Company company, int requestNumber) {}
    }

    public abstract static class Payroll {
        @SideEffect(key = "{ctx.tenant}:{employee}:{month}", fingerprint = "*")
        public abstract String paySalary(EmployeeId employee, LocalDate month, long cents);

        @SideEffect(key = "{ctx.tenant}:{employee}:bonus:{ctx.approval}", fingerprint = "*")
        protected String payBonus(EmployeeId employee, long cents) {
            return "b1";
        }
    }

    public static class Staffing {
        @SideEffect(key = "{ctx.tenant}:{candidate}:{position}", fingerprint = "*")
        public EmployeeId hire(String candidate, String position, LocalDate start, Period notice) {
            return new EmployeeId(1);
        }

        @SideEffect(key = "{ctx.tenant}:{week}:{ctx.operation}", fingerprint = "*")
        void planShifts(int week, Shift[] shifts) {}

        @SideEffect(key = "{ctx.tenant}:{employee.number}:{lastDay}", fingerprint = "*")
        void dismiss(EmployeeId employee, LocalDate lastDay) {}
    }
}
