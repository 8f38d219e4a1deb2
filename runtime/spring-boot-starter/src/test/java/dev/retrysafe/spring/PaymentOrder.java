package dev.retrysafe.spring;

/** An argument that its caller may change at any time. */
public final class PaymentOrder {

    private volatile String approval;

    private volatile long amount;

    PaymentOrder(String approval, long amount) {
        this.approval = approval;
        this.amount = amount;
    }

    public String getApproval() {
        return approval;
    }

    public long getAmount() {
        return amount;
    }

    void setApproval(String approval) {
        this.approval = approval;
    }

    void setAmount(long amount) {
        this.amount = amount;
    }
}
