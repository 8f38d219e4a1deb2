import dev.retrysafe.annotation.SideEffect;

class Transfers {
    static class Transfer {
        private String iban = "";
        private long cents;

        public String getIban() {
            return iban;
        }

        public long getCents() {
            return cents;
        }
    }

    @SideEffect(key = "{ctx.tenant}:{approvalId}", fingerprint = "*")
    void transfer(String approvalId, Transfer transfer) {}
}
