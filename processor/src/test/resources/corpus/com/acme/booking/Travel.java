package com.acme.booking;

import dev.retrysafe.annotation.Receipt;
import dev.retrysafe.annotation.SideEffect;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Travel: dates, futures, generic results. */
public class Travel {
    public record Passenger(String firstName, String lastName, LocalDate born) {}

    public record Leg(String from, String to, ZonedDateTime departure, List<Passenger> passengers) {}

    public record Booking<T>(String reference, T details, List<String> warnings) {}

    public record Seat(int row, char column) {}

    public record Table(LocalDate day, LocalTime time, int guests) {}

    @SideEffect(
            key = "{ctx.tenant}:{ctx.conversation}:{ctx.approval}",
            fingerprint = "*",
            receipt = @Receipt(system = "gds", id = "reference"))
    public CompletableFuture<Booking<Leg>> bookFlight(Leg leg) {
        return CompletableFuture.completedFuture(new Booking<>("R1", leg, List.of()));
    }

    @SideEffect(key = "{ctx.tenant}:{reference}:seat", fingerprint = "*")
    public Booking<Seat> chooseSeat(String reference, Seat seat) {
        return new Booking<>(reference, seat, List.of());
    }

    @SideEffect(key = "{ctx.tenant}:{guest}:{table.day}", fingerprint = "*")
    public CompletionStage<String> bookTable(String guest, Table table) {
        return CompletableFuture.completedFuture(guest);
    }

    @SideEffect(key = "{ctx.tenant}:{reference}", fingerprint = "reference")
    public CompletableFuture<Void> cancelBooking(String reference) {
        return CompletableFuture.completedFuture(null);
    }

    @SideEffect(key = "{ctx.tenant}:{room}:{from}:{nights}", fingerprint = "*")
    public Optional<Integer> bookRoom(String room, LocalDate from, int nights, OptionalInt floor) {
        return Optional.of(nights);
    }

    @SideEffect(key = "{ctx.tenant}:{ctx.operation}", fingerprint = {"*", "!legs.passengers.born"})
    public List<String> bookJourney(List<? extends Leg> legs) {
        return legs.stream().map(Leg::from).toList();
    }

    @SideEffect(key = "{ctx.tenant}:{ctx.operation}", fingerprint = "*")
    public int[] rentCars(LocalDate day, String[] classes) {
        return new int[classes.length];
    }
}
