import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes sources such as an application has: for every five tools a class that holds them, the records that they take and
 * give back, and a service of twenty methods, which may be left out. Bodies have 10 to 30 lines.
 */
final class Tree {

    static final int TOOLS_PER_CLASS = 5;

    static final int METHODS_PER_SERVICE = 20;

    private static final int CLASSES_PER_PACKAGE = 10;

    /** What methods are made of: loops, branches, streams, lambdas, texts, generic calls. */
    private static final List<String> BODIES = List.of(
            """
                    List<String> lines = new ArrayList<>();
                    long total = 0;
                    for (Order.Item item : order.items()) {
                        if (item.count() <= 0 || item.sku() == null) {
                            lines.add("skipped " + item.sku());
                            continue;
                        }
                        total += item.count() * item.cents();
                        lines.add(item.sku().trim() + " x " + item.count());
                    }
                    lines.add(order.title() + ": " + total + " " + order.severity());
            """,
            """
                    Map<String, List<Order.Item>> bySku =
                            order.items().stream().collect(Collectors.groupingBy(Order.Item::sku, TreeMap::new, Collectors.toList()));
                    List<String> lines = new ArrayList<>();
                    for (Map.Entry<String, List<Order.Item>> entry : bySku.entrySet()) {
                        long count = entry.getValue().stream().mapToLong(Order.Item::count).sum();
                        long cents = entry.getValue().stream()
                                .mapToLong(item -> item.count() * item.cents())
                                .sum();
                        BigDecimal price = BigDecimal.valueOf(cents, 2).setScale(2, RoundingMode.HALF_UP);
                        if (count > limit) {
                            lines.add(String.format(Locale.ROOT, "%s: %d of %d, %s", entry.getKey(), limit, count, price));
                        } else {
                            lines.add(entry.getKey() + ": " + count + ", " + price);
                        }
                    }
                    lines.removeIf(line -> line.isBlank() || line.length() > 80);
            """,
            """
                    Order known = orders.computeIfAbsent(order.title(), title -> order);
                    if (known != order && !known.severity().equals(order.severity())) {
                        throw new IllegalStateException(known.title() + " is " + known.severity() + ", not " + order.severity());
                    }
                    String city = order.address().map(Order.Address::city).filter(name -> !name.isBlank()).orElse("unknown");
                    StringBuilder text = new StringBuilder(order.title()).append(" in ").append(city);
                    try {
                        int days = Integer.parseInt(order.labels().getOrDefault("days", "7"));
                        LocalDate due = order.due() == null ? LocalDate.EPOCH.plusDays(days) : order.due().plusDays(days);
                        text.append(" until ").append(due);
                    } catch (NumberFormatException e) {
                        text.append(" without a date (").append(e.getMessage()).append(')');
                    }
                    List<String> lines = new ArrayList<>(List.of(text.toString().split(" ")));
                    switch (order.severity()) {
                        case LOW -> lines.add("later");
                        case MEDIUM -> lines.add("soon");
                        case HIGH -> lines.add("now");
                    }
            """,
            """
                    Comparator<Order.Item> dearest = Comparator.comparing(Order.Item::cents, Comparator.reverseOrder());
                    List<Order.Item> items = new ArrayList<>(order.items());
                    items.sort(dearest.thenComparing(Order.Item::sku));
                    int left = limit;
                    Map<String, Integer> taken = new HashMap<>();
                    for (int i = 0; i < items.size() && left > 0; i++) {
                        Order.Item item = items.get(i);
                        int count = Math.min(left, item.count());
                        taken.merge(item.sku(), count, Integer::sum);
                        left -= count;
                    }
                    List<String> lines = new ArrayList<>();
                    taken.forEach((sku, count) -> {
                        if (count > 1) {
                            lines.add(count + " times " + sku);
                        } else {
                            lines.add(sku);
                        }
                    });
                    if (left > 0) {
                        lines.add(left + " short of " + limit);
                    }
                    Function<String, String> shorten = line -> line.length() > 40 ? line.substring(0, 40) : line;
                    lines.replaceAll(line -> shorten.apply(line).toLowerCase(Locale.ROOT));
                    Optional<String> longest = lines.stream().max(Comparator.comparingInt(String::length));
                    longest.filter(line -> line.startsWith(order.title())).ifPresent(lines::remove);
            """);

    private static final List<String> TOOLS = List.of(
            """
                @SideEffect(
                        key = "{ctx.tenant}:{ctx.conversation}:{approvalId}",
                        fingerprint = {"*", "!order.note"},
                        tool = "%1$s_open",
                        receipt = @Receipt(system = "desk", id = "id", url = "url"))
                public Ticket open(String approvalId, Order order, int limit) {
            %2$s
                    return new Ticket(approvalId, "https://desk.example/" + lines.size());
                }
            """,
            """
                @SideEffect(
                        key = "{ctx.tenant}:{ctx.conversation}:{order.title}",
                        fingerprint = {"*", "!order.note", "!limit"},
                        tool = "%1$s_ship",
                        ttl = "72h",
                        receipt = @Receipt(system = "stock", id = "id"))
                public Ticket ship(Order order, int limit) {
            %2$s
                    return new Ticket(order.title(), String.join(",", lines));
                }
            """,
            """
                @SideEffect(
                        key = "{ctx.tenant}:{refund.payment}:{refund.reason}",
                        fingerprint = {"*", "!order", "!limit"},
                        tool = "%1$s_refund")
                public Ticket refund(Refund refund, Order order, int limit) {
            %2$s
                    return new Ticket(refund.payment(), String.join(",", lines));
                }
            """,
            """
                @SideEffect(
                        key = "{ctx.tenant}:{customerId}:{period}",
                        fingerprint = {"customerId", "amount", "currency"},
                        tool = "%1$s_bill",
                        receipt = @Receipt(system = "billing", id = "id"))
                public Ticket bill(String customerId, String period, BigDecimal amount, String currency) {
                    Order order = orders.get(customerId);
                    int limit = amount.intValue();
            %2$s
                    return new Ticket(customerId, lines.get(0) + currency);
                }
            """,
            """
                @SideEffect(
                        key = "{ctx.tenant}:{ctx.conversation}:{ticket}",
                        fingerprint = "*",
                        tool = "%1$s_note")
                public void note(String ticket, List<String> labels, Order order) {
                    int limit = labels.size();
            %2$s
                    orders.put(String.join(",", lines), order);
                }
            """);

    private Tree() {}

    /** Writes the sources for so many tools below a folder; with the services or without. */
    static List<Path> write(Path root, int tools, boolean services) throws IOException {
        List<Path> sources = new ArrayList<>();
        for (int i = 0; i < tools / TOOLS_PER_CLASS; i++) {
            String home = "com.acme.p" + i / CLASSES_PER_PACKAGE + ".d" + i;
            Path folder = Files.createDirectories(root.resolve(home.replace('.', '/')));
            sources.add(Files.writeString(folder.resolve("Desk.java"), desk(home, i)));
            sources.add(Files.writeString(folder.resolve("Order.java"), order(home)));
            sources.add(Files.writeString(folder.resolve("Refund.java"), refund(home)));
            if (services) {
                sources.add(Files.writeString(folder.resolve("OrderService.java"), service(home)));
            }
        }
        return sources;
    }

    private static String head(String home, String type) {
        return """
                package %s;

                import dev.retrysafe.annotation.Receipt;
                import dev.retrysafe.annotation.SideEffect;
                import java.math.BigDecimal;
                import java.math.RoundingMode;
                import java.time.LocalDate;
                import java.util.ArrayList;
                import java.util.Comparator;
                import java.util.HashMap;
                import java.util.List;
                import java.util.Locale;
                import java.util.Map;
                import java.util.Optional;
                import java.util.TreeMap;
                import java.util.function.Function;
                import java.util.stream.Collectors;

                public class %s {

                    private final Map<String, Order> orders = new HashMap<>();

                """
                .formatted(home, type);
    }

    private static String desk(String home, int desk) {
        StringBuilder text = new StringBuilder(head(home, "Desk"))
                .append("    public record Ticket(String id, String url) {}\n\n");
        for (int i = 0; i < TOOLS_PER_CLASS; i++) {
            String body = BODIES.get((desk + i) % BODIES.size()).stripTrailing();
            text.append(TOOLS.get(i).formatted("desk" + desk, body).replace("", "")).append('\n');
        }
        return text.append("}\n").toString();
    }

    private static String service(String home) {
        StringBuilder text = new StringBuilder(head(home, "OrderService"));
        for (int i = 0; i < METHODS_PER_SERVICE; i++) {
            text.append("    public List<String> list" + i + "(Order order, int limit, String prefix) {\n")
                    .append(BODIES.get(i % BODIES.size()))
                    .append("        return lines.stream().filter(line -> line.startsWith(prefix)).limit(limit).toList();\n    }\n\n");
        }
        return text.append("}\n").toString();
    }

    private static String order(String home) {
        return """
                package %s;

                import java.math.BigDecimal;
                import java.time.LocalDate;
                import java.util.List;
                import java.util.Map;
                import java.util.Optional;

                public record Order(
                        String title,
                        Severity severity,
                        String note,
                        BigDecimal budget,
                        LocalDate due,
                        Optional<Address> address,
                        List<Item> items,
                        Map<String, String> labels) {

                    public enum Severity { LOW, MEDIUM, HIGH }

                    public record Item(String sku, int count, long cents) {}

                    public record Address(String street, String city, String country) {}
                }
                """
                .formatted(home);
    }

    private static String refund(String home) {
        return """
                package %s;

                public record Refund(String payment, String reason, long cents, String currency) {}
                """
                .formatted(home);
    }
}
