package dev.retrysafe.samples.chaos.worker;

/** The ledger refused a request, which proves that nothing happened. */
final class RefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    RefusedException() {
        super("the ledger refused the request");
    }
}
