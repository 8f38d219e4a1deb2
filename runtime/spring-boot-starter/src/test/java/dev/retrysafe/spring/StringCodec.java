package dev.retrysafe.spring;

import dev.retrysafe.result.ResultCodec;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

class StringCodec implements ResultCodec {
    @Override
    public byte[] write(@Nullable Object value, Type type) {
        return String.valueOf(value).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public Object read(byte[] bytes, Type type) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
