package dev.retrysafe.result;

import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/**
 * Writes results and reads them back to the declared, generic type: JSON in a closed configuration of our own, never the
 * application's mapper; no class names in the data. Safe for many threads.
 */
public interface ResultCodec {

    /**
     * Writes a result.
     *
     * @param value the result, null included
     * @param type the declared type
     * @return its bytes
     * @throws ResultCodecException when the value cannot be written
     */
    byte[] write(@Nullable Object value, Type type);

    /**
     * Reads a result.
     *
     * @param bytes what {@link #write} gave, perhaps of an older version of the class
     * @param type the declared type
     * @return the value, equal to the one written
     * @throws ResultCodecException when the bytes do not fit the type any more
     */
    @Nullable
    Object read(byte[] bytes, Type type);

    /**
     * Gives a value as JSON says it, for whoever shows it to a model.
     *
     * @param value any value
     * @param type the declared type
     * @return maps, lists, texts, numbers and truth values, null for JSON's null; the value itself where the codec does not
     *     know such a form
     * @throws ResultCodecException when the value cannot be written
     */
    default @Nullable Object jsonReady(@Nullable Object value, Type type) {
        return value;
    }
}
