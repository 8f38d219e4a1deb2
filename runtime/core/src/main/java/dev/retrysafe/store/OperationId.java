package dev.retrysafe.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Objects;

/**
 * Names one operation in a store.
 *
 * @param namespace the engine's namespace
 * @param tenant the key's tenant part as rendered; empty for a single tenant
 * @param tool the tool's name
 * @param key the idempotency key
 */
public record OperationId(String namespace, String tenant, String tool, String key) {

    /** Checks that all parts are there. */
    public OperationId {
        Objects.requireNonNull(namespace, "namespace");
        Objects.requireNonNull(tenant, "tenant");
        Objects.requireNonNull(tool, "tool");
        Objects.requireNonNull(key, "key");
    }

    /**
     * The fixed-length name under which stores keep the record: SHA-256 over the UTF-8 of namespace, tenant, tool and
     * key, each preceded by its length as four big-endian bytes, so that no two operations share one and no caller's text
     * reaches a store's key syntax.
     *
     * @return 32 bytes
     */
    public byte[] hash() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (String part : new String[] {namespace, tenant, tool, key}) {
                byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
                digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, bytes.length));
                digest.update(bytes);
            }
            return digest.digest();
        } catch (NoSuchAlgorithmException e) {
            // Every Java platform must have it (MessageDigest, class documentation).
            throw new IllegalStateException("this Java platform has no SHA-256", e);
        }
    }
}
