package dev.retrysafe.processor;

import dev.retrysafe.processor.model.TypeModel;
import dev.retrysafe.processor.problem.Place;
import dev.retrysafe.processor.problem.ProblemCode;
import dev.retrysafe.processor.problem.Problems;
import dev.retrysafe.processor.read.Readiness;
import dev.retrysafe.processor.read.SelfCalls;
import dev.retrysafe.processor.read.SourceOrder;
import dev.retrysafe.processor.read.SourceReader;
import dev.retrysafe.processor.read.ToolSource;
import dev.retrysafe.processor.type.TypeFacts;
import dev.retrysafe.processor.validate.AsyncRule;
import dev.retrysafe.processor.validate.ModelCallRule;
import dev.retrysafe.processor.validate.Options;
import dev.retrysafe.processor.validate.OverrideRule;
import dev.retrysafe.processor.validate.SelfInvocationRule;
import dev.retrysafe.processor.validate.ToolValidator;
import dev.retrysafe.processor.validate.UnclassifiedRule;
import dev.retrysafe.processor.write.CatalogWriter;
import dev.retrysafe.processor.write.TypeWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.annotation.processing.Filer;
import javax.annotation.processing.FilerException;
import javax.annotation.processing.ProcessingEnvironment;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;

/** One compilation: takes types through read, validate, model and write, as soon as other processors are done. */
final class Compilation {

    private final TypeFacts facts;

    private final Filer filer;

    private final Options options;

    private final Problems problems;

    private final SourceOrder order;

    private final ToolValidator validator;

    private final OverrideRule overrides;

    private final ModelCallRule modelCalls;

    private final AsyncRule asynchronous;

    private final UnclassifiedRule unclassified;

    private final SelfInvocationRule selfInvocations;

    private final TypeWriter writer;

    private final CatalogWriter catalog;

    /** Types to look at again in the next round. */
    private final Set<String> waiting = new LinkedHashSet<>();

    /** Types that have waited for Lombok: it is done after one round. */
    private final Set<String> waitedForLombok = new HashSet<>();

    /** The names of the classes written so far, which have nothing to look at. */
    private final Set<String> written = new HashSet<>();

    private int members;

    Compilation(ProcessingEnvironment environment) {
        OptionReader reader = new OptionReader(environment.getOptions());
        facts = new TypeFacts(environment.getElementUtils(), environment.getTypeUtils());
        filer = environment.getFiler();
        options = reader.options();
        problems = new Problems(environment.getMessager(), reader.docs(), reader.severities());
        order = new SourceOrder(environment);
        validator = new ToolValidator(facts, options, problems);
        overrides = new OverrideRule(facts, problems);
        modelCalls = new ModelCallRule(facts, options, problems);
        asynchronous = new AsyncRule(facts, problems);
        unclassified = new UnclassifiedRule(facts, problems);
        selfInvocations = new SelfInvocationRule(new SelfCalls(environment, facts), problems);
        catalog = new CatalogWriter(facts);
        writer = new TypeWriter(facts.elements().getTypeElement("javax.annotation.processing.Generated") != null);
        reader.faults()
                .forEach(fault -> problems.addGlobal(
                        ProblemCode.WRONG_OPTION,
                        fault.text(),
                        fault.fix(),
                        "an option that is not understood would silently change nothing."));
    }

    /** An annotated method, and which one of the compilation it is. */
    private record Found(ExecutableElement method, int member) {}

    void process(RoundEnvironment round) {
        Map<TypeElement, List<Found>> found = new LinkedHashMap<>();
        Map<TypeElement, Map<Element, Integer>> numbers = new LinkedHashMap<>();
        Set<TypeElement> readOnly = new LinkedHashSet<>();
        List<ExecutableElement> all = methods(round);
        for (ExecutableElement method : all) {
            int member = ++members;
            numbers.computeIfAbsent(TypeFacts.owner(method), unused -> new LinkedHashMap<>())
                    .put(method, member);
            if (SourceReader.isAnnotated(method)) {
                found.computeIfAbsent(TypeFacts.owner(method), unused -> new ArrayList<>())
                        .add(new Found(method, member));
            } else {
                if (SourceReader.isReadOnly(method)) {
                    readOnly.add(TypeFacts.owner(method));
                    validator.checkReadOnly(method, member);
                }
                asynchronous.checkInherited(method, member);
                modelCalls.check(method, member);
                unclassified.check(method, member, all);
                if (options.woven()) {
                    overrides.check(method, member);
                }
            }
        }
        if (!options.woven()) {
            numbers.forEach(selfInvocations::check);
        }
        boolean last = round.processingOver();
        found.forEach((type, methods) -> {
            if (last) {
                tooLate(methods);
            } else if (!mustWait(type, methods)) {
                process(type, methods);
            }
        });
        readOnly.removeAll(found.keySet());
        readOnly.forEach(type -> describe(validator.readOnly(type)));
        problems.print();
    }

    private List<ExecutableElement> methods(RoundEnvironment round) {
        Set<TypeElement> again = new LinkedHashSet<>();
        for (String name : waiting) {
            TypeElement type = facts.elements().getTypeElement(name);
            if (type != null) {
                again.add(type);
            }
        }
        waiting.clear();
        List<ExecutableElement> methods = new ArrayList<>(order.sorted(again));
        methods.addAll(order.methods(round, written));
        return methods;
    }

    private boolean mustWait(TypeElement type, List<Found> methods) {
        String name = type.getQualifiedName().toString();
        boolean incomplete = methods.stream().anyMatch(found -> Readiness.isIncomplete(found.method()));
        boolean lombok = methods.stream().anyMatch(found -> Readiness.lombokType(found.method()) != null);
        if (incomplete || (lombok && waitedForLombok.add(name))) {
            waiting.add(name);
            return true;
        }
        return false;
    }

    /** What javac has not found it reports itself; that nobody followed Lombok is ours to say. */
    private void tooLate(List<Found> methods) {
        for (Found found : methods) {
            ExecutableElement method = found.method();
            TypeElement type = Readiness.lombokType(method);
            if (type != null && !Readiness.isIncomplete(method)) {
                problems.add(
                        ProblemCode.LOMBOK_NOT_READY,
                        new Place(method, null, null, found.member(), Place.NAME),
                        method.getSimpleName() + " uses " + type.getSimpleName()
                                + ", whose Lombok annotations were not processed in time",
                        "put Lombok on the annotation processor path of this compilation, before this processor, or make"
                                + " the type a record.",
                        "without Lombok's getters the fingerprint would miss members.");
            }
        }
    }

    private void process(TypeElement type, List<Found> methods) {
        List<ToolSource> tools = methods.stream()
                .map(found -> SourceReader.read(found.method(), found.member()))
                .toList();
        TypeModel model = validator.validate(type, tools);
        if (model == null) {
            return;
        }
        try {
            written.add(writer.write(model, filer));
            describe(model);
        } catch (FilerException taken) {
            problems.add(
                    ProblemCode.GENERATED_NAME_CLASH,
                    new Place(type, null, null, tools.get(0).name().member(), 0),
                    "the class " + model.generatedName() + ", which is to be written for " + type.getQualifiedName()
                            + ", exists already",
                    "rename the class that has this name.",
                    "the name is how the runtime finds the code.");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void describe(TypeModel model) {
        try {
            catalog.write(model, filer);
        } catch (IOException e) {
            throw new UncheckedIOException("the catalogue of the tools of " + model.binaryName(), e);
        }
    }
}
