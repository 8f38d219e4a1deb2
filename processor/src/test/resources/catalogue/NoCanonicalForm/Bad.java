import dev.retrysafe.annotation.SideEffect;
import java.io.InputStream;
import java.util.List;

class Mails {
    record Mail(String to, List<Attachment> attachments) {}

    record Attachment(String name, InputStream body) {}

    @SideEffect(key = "{ctx.tenant}:{approvalId}", fingerprint = "*")
//                                                               ^ ERROR NoCanonicalForm
    void send(String approvalId, Mail mail) {}
}
