package dev.retrysafe.spring;

import dev.retrysafe.annotation.SideEffect;

/** A tool whose interface carries the annotation, on a generic method. */
interface Payments<O extends CharSequence> {

    @SideEffect(key = "{ctx.tenant}:{order}", fingerprint = "*")
    String pay(O order);

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
    }
}
