import dev.retrysafe.annotation.SideEffect;
import java.util.List;

class Mails {
    record Mail(String to, List<Attachment> attachments) {}

    record Attachment(String name, byte[] body) {}

    @SideEffect(key = "{ctx.tenant}:{approvalId}", fingerprint = "*")
    void send(String approvalId, Mail mail) {}
}
