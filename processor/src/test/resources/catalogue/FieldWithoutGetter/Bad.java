import dev.retrysafe.annotation.SideEffect;

class Transfers {
    static class Transfer {
        private String iban = "";
        private long cents;

        public String getIban() {
            return iban;
        }
    }

    @SideEffect(key = "{ctx.tenant}:{approvalId}", fingerprint = "*")
//                                                               ^ WARNING FieldWithoutGetter
    void transfer(String approvalId, Transfer transfer) {}
}
