package dev.retrysafe.samples.chaos.plan;

/**
 * One business decision: its effect is to happen once. Tenants make decisions of the same names.
 *
 * @param index its number in the plan
 * @param tool what is called
 * @param tenant whose it is
 * @param decision names it within the tenant
 * @param amount what the effect carries, so that another operation's would be seen
 */
public record Operation(int index, Tool tool, String tenant, String decision, long amount) {

    /**
     * Names the effect at the ledger.
     *
     * @return tool, tenant and decision
     */
    public String name() {
        return tool.word() + "/" + tenant + "/" + decision;
    }

    /**
     * The idempotency key.
     *
     * @return as the tools' key templates render it
     */
    public String key() {
        return tenant + ":" + decision + ":" + tool.word();
    }
}
