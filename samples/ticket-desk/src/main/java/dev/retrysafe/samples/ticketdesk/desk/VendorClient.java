package dev.retrysafe.samples.ticketdesk.desk;

import java.math.BigDecimal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClient;

/** The vendor's HTTP interface, as the desk needs it. */
@Component
class VendorClient {

    record TicketOrder(
            String reference,
            String title,
            Severity severity,
            @Nullable String note) {}

    record RefundOrder(String reference, String paymentId, BigDecimal amount, String currency) {}

    private final RestClient http;

    VendorClient(RestClient vendorHttp) {
        http = vendorHttp;
    }

    Ticket create(TicketOrder order) {
        return post("/tickets", order, Ticket.class);
    }

    Refund refund(RefundOrder order) {
        return post("/refunds", order, Refund.class);
    }

    Optional<Ticket> find(String id) {
        try {
            return Optional.ofNullable(
                    http.get().uri("/tickets/{id}", id).retrieve().body(Ticket.class));
        } catch (HttpClientErrorException.NotFound e) {
            return Optional.empty();
        }
    }

    private <T> T post(String path, Object order, Class<T> type) {
        T body = http.post().uri(path).body(order).retrieve().body(type);
        if (body == null) {
            throw new IllegalStateException("the vendor answered " + path + " with nothing");
        }
        return body;
    }
}
