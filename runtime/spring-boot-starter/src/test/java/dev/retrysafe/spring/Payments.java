package dev.retrysafe.spring;

import dev.retrysafe.annotation.SideEffect;

/** A tool whose interface carries the annotation, on a generic method. */
interface Payments<O extends CharSequence> {

    @SideEffect(key = "{ctx.tenant}:{order}", fingerprint = "*")
    String pay(O order);

    @SideEffect(key = "{ctx.tenant}:{order}", fingerprint = "*")
    default String payBack(O order) {
        return ledger().numbered("refund");
    }

    Ledger ledger();

    /** Knows nothing of the annotation; the compiler adds a bridge. */
    class Bank implements Payments<String> {

        private final Ledger ledger;

        Bank(Ledger ledger) {
            this.ledger = ledger;
        }

        @Override
        public String pay(String order) {
            return ledger.numbered("payment");
        }

        @Override
        public Ledger ledger() {
            return ledger;
        }
    }

    /** No class proxy can override its methods. */
    record RecordBank(Ledger ledger) implements Payments<String> {

        @Override
        public String pay(String order) {
            return ledger.numbered("payment");
        }
    }

    /** No class proxy can override the one that matters. */
    class FinalBank extends Bank {

        FinalBank(Ledger ledger) {
            super(ledger);
        }

        @Override
        public final String pay(String order) {
            return super.pay(order);
        }
    }
}
