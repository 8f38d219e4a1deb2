package com.acme.agent;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolMemoryId;
import dev.langchain4j.invocation.InvocationParameters;
import dev.retrysafe.annotation.ReadOnly;
import dev.retrysafe.annotation.SideEffect;

/** What LangChain4j hands to a model. */
public class LangChainTools {
    public interface Calendar {
        @Tool("Creates an appointment")
        @SideEffect(key = "{ctx.tenant}:{ctx.conversation}:{ctx.turn}", fingerprint = "*")
        String createAppointment(@P("the title") String title, @P("the minutes") int minutes);

        @ReadOnly
        @Tool("Lists appointments")
        String listAppointments(String week);
    }

    public static class LocalCalendar implements Calendar {
        @Override
        public String createAppointment(String title, int minutes) {
            return title;
        }

        @Override
        @Tool("Lists appointments")
        public String listAppointments(String week) {
            return week;
        }
    }

    @Tool(name = "book_taxi", value = "Books a taxi")
    @SideEffect(key = "{ctx.tenant}:{memory}:{ctx.operation}", fingerprint = "*")
    public String bookTaxi(String from, String to, @ToolMemoryId String memory) {
        return from + to + memory;
    }

    @Tool("Sends a reminder")
    @SideEffect(key = "{ctx.tenant}:{person}:{ctx.operation}", fingerprint = "*")
    public void remind(String person, InvocationParameters parameters) {}

    @Tool("Cancels a reminder")
    @SideEffect(key = "{ctx.tenant}:{reminderId}", fingerprint = "*")
    public void cancelReminder(long reminderId) {}
}
