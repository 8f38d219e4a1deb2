package dev.retrysafe.processor.validate;

import dev.retrysafe.processor.model.Completion;
import dev.retrysafe.processor.model.DefinitionHash;
import dev.retrysafe.processor.model.KeyPart;
import dev.retrysafe.processor.model.ToolModel;
import dev.retrysafe.processor.model.ToolModel.Argument;
import dev.retrysafe.processor.model.TypeModel;
import dev.retrysafe.processor.model.TypeModel.ReadOnlyTool;
import dev.retrysafe.processor.model.TypeShape;
import dev.retrysafe.processor.problem.Place;
import dev.retrysafe.processor.problem.Problems;
import dev.retrysafe.processor.read.SourceReader;
import dev.retrysafe.processor.read.ToolSource;
import dev.retrysafe.processor.read.Written;
import dev.retrysafe.processor.type.Frameworks;
import dev.retrysafe.processor.type.Properties;
import dev.retrysafe.processor.type.TypeFacts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import org.jspecify.annotations.Nullable;

/** Checks annotated methods, all rules on each, and makes the model of a type whose methods are all sound. */
public final class ToolValidator {

    private final TypeFacts facts;

    private final Options options;

    private final Problems problems;

    private final ToolNames names = new ToolNames();

    /** Methods are seen again when their type has to wait. */
    private final Set<String> checkedReadOnly = new HashSet<>();

    /** Checks by the compilation's options and reports to the problems. */
    public ToolValidator(TypeFacts facts, Options options, Problems problems) {
        this.facts = facts;
        this.options = options;
        this.problems = problems;
    }

    /** The model of the type; null when something is wrong, which has been reported. */
    public @Nullable TypeModel validate(TypeElement type, List<ToolSource> sources) {
        int before = problems.errors();
        List<ToolModel> tools = new ArrayList<>();
        Properties properties = new Properties(facts);
        for (ToolSource source : sources) {
            tools.add(validate(source, properties));
        }
        return problems.errors() > before ? null : model(type, tools, ShapeCollector.collect(facts, properties, tools));
    }

    /** Checks a method without effect, which is the given one of the compilation. */
    public void checkReadOnly(ExecutableElement method, int member) {
        if (checkedReadOnly.add(TypeFacts.owner(method).getQualifiedName() + "." + method)) {
            Place name = new Place(method, null, null, member, Place.NAME);
            new ReadOnlyRule(facts, problems).check(method, name);
            names.checkReadOnly(facts, problems, method, name);
        }
    }

    /** The model of a type whose tools have no effect. */
    public TypeModel readOnly(TypeElement type) {
        return model(type, List.of(), List.of());
    }

    private TypeModel model(TypeElement type, List<ToolModel> tools, List<TypeShape> shapes) {
        return new TypeModel(
                type,
                facts.elements().getPackageOf(type).getQualifiedName().toString(),
                facts.elements().getBinaryName(type).toString(),
                tools,
                ElementFilter.methodsIn(type.getEnclosedElements()).stream()
                        .filter(SourceReader::isReadOnly)
                        .map(method -> new ReadOnlyTool(
                                ToolNames.nameOf(method, Frameworks.toolAnnotation(method)),
                                method.getSimpleName().toString()))
                        .toList(),
                shapes);
    }

    private ToolModel validate(ToolSource source, Properties properties) {
        Subject subject = new Subject(source, facts, properties, options, problems);
        new MethodRule(subject).check();
        String tool = names.check(subject);
        KeyRule keyRule = new KeyRule(subject);
        int before = problems.errors();
        List<KeyPart> key = keyRule.check();
        FingerprintRule fingerprintRule = new FingerprintRule(subject);
        List<Argument> effect = fingerprintRule.check();
        ResendRule resendRule = new ResendRule(subject, keyRule.paths());
        resendRule.check(fingerprintRule.root());
        new UndecidedRule(subject, keyRule.paths(), problems.errors() == before, resendRule)
                .check(fingerprintRule.root());
        Duration ttl = new TtlRule(subject).check();
        ResultRule.Result result = new ResultRule(subject).check();
        ToolModel.Recovery recovery = new RecoveryRule(subject).check(result);
        List<TypeMirror> noEffect = new FailuresRule(subject).check();
        ResultRule.Result known = result == null ? new ResultRule.Result(null, Completion.RETURN) : result;
        ReceiptRule receiptRule = new ReceiptRule(subject, known);
        List<String> paths =
                source.fingerprint().value().stream().map(Written::value).toList();
        return new ToolModel(
                tool,
                source.methodName(),
                source.key().value(),
                key,
                keyRule.tenants(),
                paths,
                DefinitionHash.of(paths, effect),
                effect,
                source.method().getParameters().stream()
                        .map(parameter -> facts.types().erasure(parameter.asType()))
                        .toList(),
                source.mutation(),
                ttl,
                source.receipt().system(),
                result == null ? null : receiptRule.check("id", source.receipt().id()),
                result == null
                        ? null
                        : receiptRule.check("url", source.receipt().url()),
                known.type(),
                known.completion(),
                source.storeResult(),
                noEffect,
                source.failures().replay().stream()
                        .map(type -> facts.types().erasure(type.value()))
                        .toList(),
                source.failures().witnessed(),
                recovery);
    }
}
