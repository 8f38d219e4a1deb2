package com.acme;

import dev.retrysafe.annotation.Failures;
import dev.retrysafe.annotation.Receipt;
import dev.retrysafe.annotation.SideEffect;
import java.util.List;

/** Deprecated things, whose use here is nobody's fault but the author's. */
@Deprecated
@SuppressWarnings("removal")
class Old {
    @Deprecated
    record Order(@Deprecated String id, List<Line> lines) {}

    @Deprecated(since = "1", forRemoval = true)
    static class Line {
        @Deprecated(forRemoval = true)
        public String getSku() {
            return "";
        }
    }

    @Deprecated
    enum Kind {
        A
    }

    @Deprecated
    static class Gone extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Deprecated
        public Gone(String message) {
            super(message);
        }
    }

    @Deprecated
    @SideEffect(key = "{ctx.tenant}:{order.id}:{kind}", fingerprint = "*", receipt = @Receipt(id = "sku"),
            failures = @Failures(noEffect = Gone.class))
    Line shipOld(Order order, Kind kind) {
        return new Line();
    }
}
