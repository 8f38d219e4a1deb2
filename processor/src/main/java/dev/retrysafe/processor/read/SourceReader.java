package dev.retrysafe.processor.read;

import dev.retrysafe.processor.problem.Place;
import dev.retrysafe.processor.read.ToolSource.FailuresSource;
import dev.retrysafe.processor.read.ToolSource.ReceiptSource;
import dev.retrysafe.processor.read.ToolSource.RecoverySource;
import dev.retrysafe.processor.type.Frameworks;
import dev.retrysafe.processor.type.TypeFacts;
import java.util.Objects;
import java.util.Set;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/** Reads annotated methods. */
public final class SourceReader {

    /** Marks a tool that has an effect. */
    public static final String SIDE_EFFECT = "dev.retrysafe.annotation.SideEffect";

    /** Marks a tool that has none. */
    public static final String READ_ONLY = "dev.retrysafe.annotation.ReadOnly";

    /** Marks the tenant. */
    public static final String TENANT_SCOPE = "dev.retrysafe.annotation.TenantScope";

    private SourceReader() {}

    /** Whether the method is a tool that has an effect. */
    public static boolean isAnnotated(ExecutableElement method) {
        return Frameworks.annotation(method, Set.of(SIDE_EFFECT)) != null;
    }

    /** Whether the method is a tool that has no effect. */
    public static boolean isReadOnly(ExecutableElement method) {
        return Frameworks.annotation(method, Set.of(READ_ONLY)) != null;
    }

    /** The annotated method as written, which is the given one of the compilation. */
    public static ToolSource read(ExecutableElement method, int member) {
        AnnotationMirror mirror =
                Objects.requireNonNull(Frameworks.annotation(method, Set.of(SIDE_EFFECT)), "not annotated");
        TypeElement type = TypeFacts.owner(method);
        AnnotationReader reader = new AnnotationReader(method, mirror, member);
        @Nullable AnnotationMirror receipt = reader.nested(mirror, "receipt");
        @Nullable AnnotationMirror recovery = reader.nested(mirror, "recovery");
        @Nullable AnnotationMirror failures = reader.nested(mirror, "failures");
        return new ToolSource(
                type,
                method,
                reader.annotation(),
                reader.annotation().at(method, Place.NAME),
                reader.text(mirror, "key"),
                reader.texts(mirror, "fingerprint"),
                reader.text(mirror, "tool"),
                reader.constant(mirror, "mutation", "NON_IDEMPOTENT"),
                reader.text(mirror, "ttl"),
                new ReceiptSource(
                        reader.plainText(receipt, "system"), reader.text(receipt, "id"), reader.text(receipt, "url")),
                new RecoverySource(
                        reader.text(recovery, "reconcile"),
                        reader.text(recovery, "trustAbsentAfter"),
                        reader.text(recovery, "resendWithin")),
                new FailuresSource(
                        reader.types(failures, "noEffect"),
                        reader.types(failures, "replay"),
                        reader.flag(failures, "witnessed", false)),
                reader.flag(mirror, "storeResult", true));
    }
}
