package dev.retrysafe.spring;

public class Desk_SideEffects extends HandWritten {
    public Desk_SideEffects() {
        super(Desk.class, "createTicket", "create_ticket", String.class, String.class);
    }
}
