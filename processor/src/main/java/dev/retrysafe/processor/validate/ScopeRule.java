package dev.retrysafe.processor.validate;

import dev.retrysafe.processor.model.KeyPart.Source;
import dev.retrysafe.processor.problem.ProblemCode;
import dev.retrysafe.processor.validate.KeyRule.Placeholder;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A key has a part that names the tenant and at least one that names the operation. */
final class ScopeRule {

    private static final Set<String> TENANT_NAMES = Set.of(
            "tenant",
            "tenantId",
            "org",
            "orgId",
            "organization",
            "organizationId",
            "workspace",
            "workspaceId",
            "account",
            "accountId",
            "merchant",
            "merchantId");

    private final Subject subject;

    private final List<Placeholder> placeholders;

    private final String template;

    ScopeRule(Subject subject, List<Placeholder> placeholders) {
        this.subject = subject;
        this.placeholders = placeholders;
        this.template = subject.source().key().value();
    }

    /** The tenant's placeholder; null for none. */
    @Nullable
    Placeholder check() {
        Placeholder tenant = tenant();
        if (tenant == null && !subject.options().singleTenant()) {
            missingTenant();
        }
        if (tenant != null && subject.calledByModel() && !tenant.trusted()) {
            tenantFromModel(tenant);
        }
        checkOperation(tenant);
        return tenant;
    }

    private @Nullable Placeholder tenant() {
        return first(placeholder -> placeholder.isContext("tenant"))
                .or(() -> first(Placeholder::marked))
                // In a compilation of one tenant a name says nothing: {accountId} may well be the operation.
                .or(() -> subject.options().singleTenant() ? Optional.empty() : first(this::isNamedTenant))
                .orElse(null);
    }

    private Optional<Placeholder> first(Predicate<Placeholder> condition) {
        return placeholders.stream().filter(condition).findFirst();
    }

    private boolean isNamedTenant(Placeholder placeholder) {
        return placeholder.lastNames().stream()
                .anyMatch(name -> TENANT_NAMES.contains(name)
                        || subject.options().tenantNames().contains(name));
    }

    private void checkOperation(@Nullable Placeholder tenant) {
        List<Placeholder> operations = placeholders.stream()
                .filter(placeholder -> tenant == null || !isSameValue(placeholder, tenant))
                // It is compared with the context's tenant at run time, so it is always the same.
                .filter(placeholder -> !placeholder.tenantItself())
                .filter(placeholder -> !placeholder.isContext("actor"))
                .filter(placeholder -> !(placeholder.source() instanceof Source.Fingerprint))
                .toList();
        if (operations.isEmpty()) {
            missingOperation();
        } else if (operations.stream().allMatch(placeholder -> placeholder.isContext("conversation"))) {
            coarseOperation();
        }
    }

    /** One value may have two paths: {tenantId} and {tenantId.value}. */
    private static boolean isSameValue(Placeholder one, Placeholder other) {
        return one.part().path().equals(other.part().path())
                || (one.source() instanceof Source.Argument a
                        && other.source() instanceof Source.Argument b
                        && TenantChecks.identity(a).equals(TenantChecks.identity(b)));
    }

    private void missingTenant() {
        String example = "{ctx.tenant}:" + (placeholders.isEmpty() ? operation() : template);
        String value = placeholders.isEmpty()
                ? "same arguments"
                : "same " + placeholders.get(0).part().path();
        subject.report(
                ProblemCode.MISSING_TENANT_SCOPE,
                subject.source().key().place(),
                "key of " + subject.name() + " has no tenant part: \"" + template + "\"",
                "start it with the tenant, e.g. key = \"" + example + "\", or mark the parameter with @TenantScope.",
                "two tenants with the " + value + " would share one " + subject.name() + ".");
    }

    /** What may name the operation: a parameter, as far as there are any. */
    private String operation() {
        return subject.arguments().stream()
                .findFirst()
                .map(parameter -> "{" + parameter.getSimpleName() + "}")
                .orElse("{ctx.operation}");
    }

    private void missingOperation() {
        subject.report(
                ProblemCode.MISSING_OPERATION,
                subject.source().key().place(),
                "key of " + subject.name() + " has no part that names the operation: \"" + template + "\"",
                "add what the decision is known by, e.g. an approval, an order or {ctx.operation}: key = \""
                        + (template.isEmpty() ? "{ctx.tenant}" : template) + ":{ctx.operation}\".",
                "every call with the same key is taken for a retry of the first: a constant, an actor or the arguments'"
                        + " hash names no decision.");
    }

    private void coarseOperation() {
        subject.report(
                ProblemCode.COARSE_OPERATION,
                subject.source().key().place(),
                "key of " + subject.name() + " names the operation by the conversation alone: \"" + template + "\"",
                "add what tells two decisions of one conversation apart, such as {ctx.approval} or {ctx.turn}.",
                "a second, legitimate " + subject.name()
                        + " in the same conversation would be answered with the first.");
    }

    private void tenantFromModel(Placeholder tenant) {
        subject.report(
                ProblemCode.TENANT_FROM_MODEL,
                subject.source().key().place(),
                "key of " + subject.name() + " takes the tenant from \""
                        + tenant.part().path() + "\", which the model fills in",
                "use {ctx.tenant}, which the application binds around the call.",
                "a model that is mistaken or misled would act for another tenant.");
    }
}
