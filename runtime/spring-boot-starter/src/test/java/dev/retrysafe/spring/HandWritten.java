package dev.retrysafe.spring;

import dev.retrysafe.canonical.CanonicalWriter;
import dev.retrysafe.canonical.KeyWriter;
import dev.retrysafe.tool.GeneratedTools;
import dev.retrysafe.tool.ResultType;
import dev.retrysafe.tool.ToolDefinition;
import dev.retrysafe.tool.ToolMethod;
import java.util.List;
import org.jspecify.annotations.Nullable;

class HandWritten implements GeneratedTools {

    private final List<ToolMethod> tools;

    HandWritten(Class<?> type, String method, String tool, Class<?>... parameters) {
        ToolDefinition definition =
                ToolDefinition.builder(tool, type.getName(), method).build();
        tools = List.of(new ToolMethod(definition, ResultType.of(String.class), parameters) {
            @Override
            public void effect(CanonicalWriter w, @Nullable Object[] arguments) {
                int o = w.beginObject();
                w.member(CanonicalWriter.memberName("a"));
                w.text(String.valueOf(arguments[arguments.length - 1]));
                w.endObject(o);
            }

            @Override
            public void key(KeyWriter k, @Nullable Object[] arguments) {
                k.tenant().context("tenant").separator().text("a", (String) arguments[0]);
            }
        });
    }

    @Override
    public int format() {
        return FORMAT;
    }

    @Override
    public List<ToolMethod> tools() {
        return tools;
    }
}
