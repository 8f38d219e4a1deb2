package other;

/** Lets code of other packages hold values that it cannot name. */
public class Hidden {
    public record Order(String id, Line line) {}

    record Line(String sku) {}

    protected record Secret(String id) {}

    public static class Failure extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Failure(String message) {
            super(message);
        }
    }
}
