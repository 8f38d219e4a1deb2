import dev.retrysafe.annotation.SideEffect;
import java.util.List;
import java.util.Map;
import java.util.Optional;

class Undecided {
    record Request(String title, String note, Customer customer, List<Line> lines, Map<String, Line> byName) {}

    record Customer(String id, String name, Optional<Address> address) {}

    record Address(String city, String street) {}

    record Line(String sku, int count) {}

    record OrderId(String value) {}

    static class Order {
        public String getId() {
            return "";
        }

        public long getCents() {
            return 1;
        }
    }

    interface Open {
        String getId();

        String getNote();
    }

    @SideEffect(
            key = "{ctx.tenant}:{id}",
            fingerprint = {
                "id",
                "request.title" // WARNING UndecidedParameter
            },
            tool = "a")
    void memberOfARecord(String id, Request request) {}

    @SideEffect(
            key = "{ctx.tenant}:{id}",
            fingerprint = {
                "id",
                "request",
                "!request.note"
            },
            tool = "b")
    void takenOut(String id, Request request) {}

    @SideEffect(
            key = "{ctx.tenant}:{id}",
            fingerprint = {
                "request.title",
                "request.note",
                "request.customer.id", // WARNING UndecidedParameter
                "request.lines.sku", // WARNING UndecidedParameter
                "request.byName.count" // WARNING UndecidedParameter
            },
            tool = "c")
    void deeper(String id, Request request) {}

    @SideEffect(
            key = "{ctx.tenant}:{customer.id}",
            fingerprint = {
                "customer.name",
                "customer.address.street",
                "customer.address.city"
            },
            tool = "d")
    void theRestIsInTheKey(Customer customer) {}

    @SideEffect(key = "{ctx.tenant}:{order.id}", fingerprint = "cents", tool = "e")
    void memberBesideTheKeys(
            Order order, // WARNING UndecidedParameter
            long cents) {}

    @SideEffect(key = "{ctx.tenant}:{orderId}", fingerprint = "cents", tool = "f")
    void recordOfOne(OrderId orderId, long cents) {}

    @SideEffect(key = "{ctx.tenant}:{orderId.value}", fingerprint = "cents", tool = "g")
    void componentOfARecordOfOne(OrderId orderId, long cents) {}

    @SideEffect(key = "{ctx.tenant}:{day.year}", fingerprint = "cents", tool = "h")
    void partOfAValueWithoutMembers(java.time.LocalDate day, long cents) {}

    @SideEffect(key = "{ctx.tenant}:{open.id}", fingerprint = "cents", tool = "i")
    void whatNoPathCouldTakeIn(Open open, long cents) {}

    @SideEffect(
            key = "{ctx.tenant}:{id}",
            fingerprint = {
                "id",
                "request.titel" // ERROR UnknownPath
            },
            tool = "j")
    void ofAMisspeltPathNothingIsConcluded(String id, Request request) {}

    @SuppressWarnings("retrysafe:UndecidedParameter")
    @SideEffect(key = "{ctx.tenant}:{id}", fingerprint = "request.title", tool = "k")
    void silenced(String id, Request request, String more) {}
}
