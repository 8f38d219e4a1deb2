import dev.retrysafe.annotation.SideEffect;
import java.util.List;

class Lombok {
    static final String KEY = "{ctx.tenant}:{id}";

    @lombok.Data
    static class Request {
        private String title = "";
        private String note = "";

        public String getTitle() {
            return title;
        }
    }

    @SideEffect(key = KEY, fingerprint = "*")
    void neverProcessed(String id, List<Request> requests) {} // ERROR LombokNotReady
}
