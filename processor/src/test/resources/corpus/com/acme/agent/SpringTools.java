package com.acme.agent;

import dev.retrysafe.annotation.ReadOnly;
import dev.retrysafe.annotation.Receipt;
import dev.retrysafe.annotation.SideEffect;
import java.util.List;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.ai.tool.annotation.ToolParam;

/** What Spring AI hands to a model. */
public class SpringTools {
    public record Ticket(String id, String url) {}

    public record TicketRequest(String title, String body, List<String> labels) {}

    @Tool(description = "Opens a ticket")
    @SideEffect(
            key = "{ctx.tenant}:{ctx.conversation}:{approvalId}",
            fingerprint = "*",
            receipt = @Receipt(system = "linear", id = "id", url = "url"))
    public Ticket createTicket(@ToolParam(description = "the approval") String approvalId, TicketRequest request) {
        return new Ticket(approvalId, request.title());
    }

    @Tool(name = "close-ticket", description = "Closes a ticket")
    @SideEffect(key = "{ctx.tenant}:{ticketId}", fingerprint = "*")
    public void closeTicket(String ticketId, ToolContext context) {}

    @Tool(description = "Assigns a ticket")
    @SideEffect(key = "{ctx.tenant}:{ticketId}:{ctx.turn}", fingerprint = "*", tool = "assign")
    public String assignTicket(String ticketId, String person) {
        return person;
    }

    @ReadOnly
    @Tool(description = "Finds tickets")
    public List<Ticket> findTickets(String query) {
        return List.of();
    }

    @Tool(description = "Comments on a ticket")
    @SideEffect(key = "{ctx.tenant}:{ticketId}:{ctx.operation}", fingerprint = {"text", "ticketId"})
    public void comment(String ticketId, String text) {}
}
