import dev.retrysafe.annotation.SideEffect;

class Uploads {
    static class Document {
        public String getDigest() {
            return "";
        }
    }

    @SideEffect(key = "{ctx.tenant}:{documentId}", fingerprint = "*")
    void upload(String documentId, Document document) {}
}
