package dev.retrysafe.generated;

import static org.assertj.core.api.Assertions.assertThat;

import dev.retrysafe.annotation.Mutation;
import dev.retrysafe.annotation.SideEffect;
import dev.retrysafe.generated.PortTools.Adapter;
import dev.retrysafe.generated.PortTools.Owner;
import dev.retrysafe.generated.PortTools.Port;
import dev.retrysafe.generated.PortTools.Request;
import dev.retrysafe.generated.PortTools.Ticket;
import dev.retrysafe.tool.AnnotatedMethods;
import dev.retrysafe.tool.Completion;
import dev.retrysafe.tool.ResultType;
import dev.retrysafe.tool.ToolMethod;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class DefinitionsTest {

    @Test
    void case_54_codeIsWrittenBesideTheInterfaceAndFoundFromTheImplementation() throws NoSuchMethodException {
        Method called = Adapter.class.getMethod("send", Request.class);
        Method annotated = Objects.requireNonNull(AnnotatedMethods.find(Adapter.class, called, SideEffect.class));
        ToolMethod tool = Generated.tool(annotated.getDeclaringClass(), "send");

        assertThat(annotated.getDeclaringClass()).isEqualTo(Port.class);
        assertThat(tool.definition().declaringType()).isEqualTo(Port.class.getName());
        assertThat(tool.parameterTypes()).containsExactly(annotated.getParameterTypes());
        assertThat(Generated.key(tool, new Request("7"))).isEqualTo("42:7:send");
        assertThat(Generated.effect(tool, new Request("7"))).isEqualTo("{\"request\":{\"id\":\"7\"}}");
    }

    @Test
    void resultTypesAreTheDeclaredGenericOnes() {
        assertThat(tool("plain").resultType().type()).isEqualTo(Ticket.class);
        assertThat(tool("later").resultType().type()).isEqualTo(new ResultType<Optional<Ticket>>() {}.type());
        assertThat(tool("nested").resultType().type())
                .isEqualTo(new ResultType<Map<String, List<Ticket[]>>>() {}.type());
        assertThat(tool("number").resultType().type()).isEqualTo(Integer.class);
        assertThat(tool("nothing").resultType()).isSameAs(ResultType.VOID);
    }

    @Test
    void definitionSaysHowToRun() {
        assertThat(tool("later").definition().completion()).isEqualTo(Completion.FUTURE);
        assertThat(tool("later").definition().storeResult()).isFalse();
        assertThat(tool("nested").definition().mutation()).isEqualTo(Mutation.IDEMPOTENT);
        assertThat(tool("nested").parameterTypes()).containsExactly(long.class);
        assertThat(tool("plain").definition().ttl()).isNull();
    }

    @Test
    void receiptIsReadFromTheValueThatTheCallerSees() {
        Ticket ticket = new Ticket("T-1", new Owner(OptionalLong.of(7)));

        assertThat(tool("plain").remoteId(ticket)).isEqualTo("T-1");
        assertThat(tool("plain").remoteUrl(ticket)).isEqualTo("7");
        assertThat(tool("later").remoteId(Optional.of(ticket))).isEqualTo("T-1");
        assertThat(tool("later").remoteUrl(Optional.of(ticket))).isEqualTo("7");
    }

    @Test
    void receiptIsNullWhereAnythingOnItsPathIs() {
        assertThat(tool("later").remoteId(Optional.empty())).isNull();
        assertThat(tool("plain").remoteId(new Ticket(null, null))).isNull();
        assertThat(tool("plain").remoteUrl(new Ticket(null, null))).isNull();
        assertThat(tool("plain").remoteUrl(new Ticket(null, new Owner(OptionalLong.empty()))))
                .isNull();
        assertThat(tool("nothing").remoteId("")).isNull();
    }

    private static ToolMethod tool(String name) {
        return Generated.tool(PortTools.class, name);
    }
}
