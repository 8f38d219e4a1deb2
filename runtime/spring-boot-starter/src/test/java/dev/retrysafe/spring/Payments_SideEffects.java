package dev.retrysafe.spring;

public class Payments_SideEffects extends HandWritten {
    public Payments_SideEffects() {
        super(Payments.class, "pay", "pay", CharSequence.class);
    }
}
