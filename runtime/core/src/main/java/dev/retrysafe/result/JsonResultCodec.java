package dev.retrysafe.result;

import java.lang.invoke.MethodType;
import java.lang.reflect.Type;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What the codecs have in common: a result is read back when it is written.
 *
 * <p>That costs one decoding and a second encoding per executed call, microseconds beside the store's round trips, and
 * it moves a failure from the replay, when the effect has happened and the class is what it is, to the first call, whose
 * caller has the result in hand and whose log tells the developer. A class without a usable constructor, a getter
 * without its setter, a run-time subclass of the declared class: all encode well, and all would come back as something
 * else.
 */
abstract class JsonResultCodec implements ResultCodec {

    /**
     * The deepest nesting of a result. Low enough for any thread's stack: a stack that overflows while a library sets up
     * one of its classes leaves that class unusable as long as the JVM runs.
     */
    static final int MAX_DEPTH = 200;

    private static final String PATH_PREFIX = ".value";

    private static final int JSON_PREFIX = "{\"value\":".length();

    /** Encodes a root of the given type argument. */
    abstract byte[] encodeRoot(Root<?> root, Type argument) throws Exception;

    abstract @Nullable Object decode(byte[] bytes, Type type) throws Exception;

    /** The document as maps, lists, text, numbers and booleans. */
    abstract @Nullable Object tree(byte[] bytes) throws Exception;

    /** Appends the steps to where the library failed; none when it does not say. */
    abstract void path(Throwable failure, StringBuilder path);

    @Override
    public final byte[] write(@Nullable Object value, Type type) {
        byte[] written = encode(value, type);
        byte[] again = encode(decode(written, type, "cannot be stored, because it cannot be read back"), type);
        if (!Arrays.equals(written, again)) {
            // A set may come back in another order, which is no difference.
            String difference = JsonDifference.between(plain(written), plain(again));
            if (difference != null) {
                throw failure("cannot be stored, because read back it differs", type, difference, null);
            }
        }
        return written;
    }

    @Override
    public final @Nullable Object read(byte[] bytes, Type type) {
        return decode(bytes, type, "was stored in a form that does not fit its type (any more)");
    }

    @Override
    public final @Nullable Object jsonReady(@Nullable Object value, Type type) {
        return plain(encode(value, type));
    }

    /**
     * Encodes the value as the member of an object, which is then taken off. So the root is written as everything below
     * it is: by the declared type, its arguments and the value's class; null and sealed types included. Given the type of
     * the root itself, the libraries trust it, and leave out what a subclass adds.
     */
    private byte[] encode(@Nullable Object value, Type type) {
        try {
            byte[] object = encodeRoot(new Root<>(value), boxed(type));
            return Arrays.copyOfRange(object, JSON_PREFIX, object.length - 1);
        } catch (Exception | LinkageError | AssertionError e) {
            String path = path(e);
            throw failure(
                    "cannot be stored",
                    type,
                    path.startsWith(PATH_PREFIX) ? path.substring(PATH_PREFIX.length()) : path,
                    e);
        } catch (StackOverflowError | InternalError e) {
            // Newer JDKs' reflection turns the one into the other.
            throw failure("cannot be stored: it is nested too deeply, or contains itself", type, "", e);
        }
    }

    private @Nullable Object decode(byte[] bytes, Type type, String failing) {
        try {
            return decode(bytes, boxed(type));
        } catch (Exception | LinkageError | AssertionError e) {
            throw failure(failing, type, path(e), e);
        } catch (StackOverflowError | InternalError e) {
            throw failure(failing + ": it is nested too deeply", type, "", e);
        }
    }

    private @Nullable Object plain(byte[] bytes) {
        try {
            return tree(bytes);
        } catch (Exception e) {
            throw new IllegalStateException("what was just written is JSON", e);
        }
    }

    private String path(Throwable failure) {
        StringBuilder path = new StringBuilder();
        path(failure, path);
        return path.toString();
    }

    static void append(StringBuilder path, @Nullable String member, int index) {
        if (member == null) {
            path.append('[').append(index).append(']');
        } else {
            path.append('.').append(member);
        }
    }

    private static ResultCodecException failure(String what, Type type, String path, @Nullable Throwable cause) {
        return new ResultCodecException(
                "a result of type " + type.getTypeName() + " " + what + (path.isEmpty() ? "" : ", at $" + path)
                        + reason(cause),
                cause);
    }

    /** Only our own words: a library's may quote values, and messages end in logs. */
    private static String reason(@Nullable Throwable failure) {
        Throwable cause = failure;
        for (int i = 0; cause != null && i < 20; i++) {
            if (cause instanceof NoStoredFormException) {
                return ": " + cause.getMessage();
            }
            cause = cause.getCause();
        }
        return "";
    }

    private static Type boxed(Type type) {
        return type instanceof Class<?> c && c.isPrimitive()
                ? MethodType.methodType(c).wrap().returnType()
                : type;
    }

    /** What results are encoded in. */
    static final class Root<T> {

        /** Read by the library. */
        final @Nullable T value;

        Root(@Nullable T value) {
            this.value = value;
        }
    }
}
