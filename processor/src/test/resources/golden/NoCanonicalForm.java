package com.acme;

import dev.retrysafe.annotation.SideEffect;
import java.io.InputStream;
import java.util.List;

class Mails {
    record Mail(String to, List<Attachment> attachments) {}

    record Attachment(String name, InputStream body) {}

    @SideEffect(
            key = "{ctx.tenant}:{approvalId}",
            fingerprint = {"approvalId", "mail"})
    void sendMail(String approvalId, Mail mail) {}
}
