package dev.retrysafe.spring;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Refuses environment variables that seem to set something for a tool and do not: an underscore in a variable's name ends
 * a part of the property's name, so {@code RETRYSAFE_TOOLS_CREATE_TICKET_TTL} says nothing about {@code create_ticket}.
 */
final class ToolVariables {

    private static final Pattern VARIABLE =
            Pattern.compile("RETRYSAFE_TOOLS_(.+?)_(TTL|LEASE|WAIT_?AT_?MOST|RUN_?AT_?MOST)");

    private ToolVariables() {}

    static void check(Environment environment, Set<String> configured) {
        if (!(environment instanceof ConfigurableEnvironment all)) {
            return;
        }
        for (PropertySource<?> source : all.getPropertySources()) {
            if (source instanceof SystemEnvironmentPropertySource variables) {
                for (String variable : variables.getPropertyNames()) {
                    check(variable, configured);
                }
            }
        }
    }

    private static void check(String variable, Set<String> configured) {
        Matcher matcher = VARIABLE.matcher(variable.toUpperCase(Locale.ROOT));
        if (matcher.matches() && !configured.contains(matcher.group(1).toLowerCase(Locale.ROOT))) {
            throw new UnknownToolException(
                    "The environment variable " + variable + " sets nothing: tool names with underscores cannot be"
                            + " written in names of variables.",
                    "Set it in application.yaml or as a system property, or as JSON in SPRING_APPLICATION_JSON:"
                            + " {\"retrysafe.tools.create_ticket.ttl\":\"72h\"}.");
        }
    }
}
