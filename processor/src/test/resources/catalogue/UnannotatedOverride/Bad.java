// OPTION -Aretrysafe.interception=aspectj
import dev.retrysafe.annotation.SideEffect;

interface Refunds {
    @SideEffect(key = "{ctx.tenant}:{orderId}", fingerprint = "*")
    void refund(String orderId, long cents);
}

class BankRefunds implements Refunds {
    @Override
    public void refund(String orderId, long cents) {}
//              ^ ERROR UnannotatedOverride
}
