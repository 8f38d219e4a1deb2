package dev.retrysafe.processor.model;

import dev.retrysafe.processor.model.KeyPart.Source;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the placeholders of a key are for.
 *
 * @param tenant the tenant, null in a compilation of one tenant
 * @param operation what names the operation, in the template's order
 * @param perActor whether another actor's call is another operation
 * @param perFingerprint whether other arguments are another operation
 */
public record KeyScopes(@Nullable Source tenant, List<Source> operation, boolean perActor, boolean perFingerprint) {

    /** Sorts the placeholders of a checked key. */
    public static KeyScopes of(List<KeyPart> key) {
        Source tenant = null;
        List<Source> operation = new ArrayList<>();
        boolean perActor = false;
        boolean perFingerprint = false;
        for (KeyPart part : key) {
            Source source = part.source();
            if (part.tenant()) {
                tenant = source;
            } else if (source instanceof Source.Fingerprint) {
                perFingerprint = true;
            } else if (new Source.Context("actor").equals(source)) {
                perActor = true;
            } else if (source != null && !source.equals(new Source.Context("tenant"))) {
                operation.add(source);
            }
        }
        return new KeyScopes(tenant, List.copyOf(operation), perActor, perFingerprint);
    }
}
