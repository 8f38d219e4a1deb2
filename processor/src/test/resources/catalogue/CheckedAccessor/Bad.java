import dev.retrysafe.annotation.SideEffect;
import java.io.IOException;

class Uploads {
    static class Document {
        public String getDigest() throws IOException {
            return "";
        }
    }

    @SideEffect(key = "{ctx.tenant}:{documentId}", fingerprint = "*")
//                                                               ^ ERROR CheckedAccessor
    void upload(String documentId, Document document) {}
}
