package dev.retrysafe.processor.read;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import dev.retrysafe.processor.problem.Place;
import dev.retrysafe.processor.read.SelfCalls.SelfCall;
import dev.retrysafe.processor.type.TypeFacts;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/** Goes through the bodies of one type, into the classes within it as far as they do not declare the same names. */
final class SelfCallScanner extends TreeScanner<@Nullable Void, @Nullable Void> {

    private final Trees trees;

    private final TypeElement type;

    private final Map<String, List<ExecutableElement>> methods;

    private final Map<ExecutableElement, Boolean> tools;

    private final NamedTypes types;

    private final CompilationUnitTree unit;

    /** The names that the classes around the current place, within the type, give a meaning of their own. */
    private final Deque<Set<String>> hidden = new ArrayDeque<>();

    /** A call of a tool, in a member of the type. */
    private record Call(Tree tree, ExecutableElement tool, Tree within) {}

    private final List<Call> calls = new ArrayList<>();

    private final ClassTree declaration;

    private Tree member;

    /**
     * Prepares to scan.
     *
     * @param trees what javac knows
     * @param facts answers about types
     * @param type the type
     * @param methods its methods by name, of those names that a tool has
     * @param tools which of its methods are tools
     */
    SelfCallScanner(
            Trees trees,
            TypeFacts facts,
            TypeElement type,
            Map<String, List<ExecutableElement>> methods,
            Map<ExecutableElement, Boolean> tools) {
        this.trees = trees;
        this.type = type;
        this.methods = methods;
        this.tools = tools;
        TreePath path = trees.getPath(type);
        this.unit = path.getCompilationUnit();
        this.declaration = (ClassTree) path.getLeaf();
        this.member = declaration;
        this.types = new NamedTypes(facts.elements(), unit, type);
    }

    /** The calls; methods have the given numbers within the compilation, in source order. */
    List<SelfCall> scan(Map<Element, Integer> numbers) {
        for (Tree tree : declaration.getMembers()) {
            member = tree;
            scan(tree, null);
        }
        return calls.isEmpty() ? List.of() : placed(numbers);
    }

    /** Javac searches for an element's tree, so it is asked only if there is something to report. */
    private List<SelfCall> placed(Map<Element, Integer> numbers) {
        Map<Tree, Element> elements = new HashMap<>();
        type.getEnclosedElements().forEach(element -> elements.put(trees.getTree(element), element));
        int number = numbers.values().stream().min(Integer::compare).orElse(0) - 1;
        List<SelfCall> found = new ArrayList<>();
        for (Tree tree : declaration.getMembers()) {
            Element caller = elements.getOrDefault(tree, type);
            number = numbers.getOrDefault(caller, number);
            for (Call call : calls) {
                if (call.within() == tree) {
                    found.add(new SelfCall(type, call.tool(), place(call.tree(), caller, number)));
                }
            }
        }
        return found;
    }

    private Place place(Tree call, Element caller, int number) {
        int position = (int) trees.getSourcePositions().getStartPosition(unit, call);
        return new Place(
                caller,
                null,
                null,
                number,
                Place.BODY + position,
                (kind, message) -> trees.printMessage(kind, message, call, unit));
    }

    @Override
    public @Nullable Void visitClass(ClassTree tree, @Nullable Void unused) {
        Set<String> names = new HashSet<>();
        tree.getMembers().stream()
                .filter(MethodTree.class::isInstance)
                .map(method -> ((MethodTree) method).getName().toString())
                .forEach(names::add);
        List<Tree> above = new ArrayList<>(tree.getImplementsClause());
        if (tree.getExtendsClause() != null) {
            above.add(tree.getExtendsClause());
        }
        above.forEach(supertype -> names.addAll(namesIn(supertype)));
        return within(names, () -> super.visitClass(tree, null));
    }

    @Override
    public @Nullable Void visitNewClass(NewClassTree tree, @Nullable Void unused) {
        ClassTree body = tree.getClassBody();
        return body == null
                ? super.visitNewClass(tree, null)
                : within(namesIn(tree.getIdentifier()), () -> super.visitNewClass(tree, null));
    }

    private @Nullable Void within(Set<String> names, Runnable scan) {
        hidden.push(names);
        scan.run();
        hidden.pop();
        return null;
    }

    /** The names of a class's methods; of one that is not found, all names that matter. */
    private Set<String> namesIn(Tree supertype) {
        Set<String> names = types.methodsOf(supertype);
        return names == null ? methods.keySet() : names;
    }

    @Override
    public @Nullable Void visitMethodInvocation(MethodInvocationTree tree, @Nullable Void unused) {
        int arguments = tree.getArguments().size();
        ExpressionTree select = tree.getMethodSelect();
        if (select instanceof IdentifierTree identifier) {
            String name = identifier.getName().toString();
            if (hidden.stream().noneMatch(names -> names.contains(name))) {
                check(select, name, method -> takes(method, arguments));
            }
        } else if (select instanceof MemberSelectTree member && isThis(member.getExpression())) {
            check(select, member.getIdentifier().toString(), method -> takes(method, arguments));
        }
        return super.visitMethodInvocation(tree, null);
    }

    @Override
    public @Nullable Void visitMemberReference(MemberReferenceTree tree, @Nullable Void unused) {
        if (isThis(tree.getQualifierExpression())) {
            check(tree, tree.getName().toString(), method -> true);
        }
        return super.visitMemberReference(tree, null);
    }

    private boolean isThis(ExpressionTree tree) {
        if (tree instanceof IdentifierTree identifier) {
            return hidden.isEmpty() && identifier.getName().contentEquals("this");
        }
        return tree instanceof MemberSelectTree select
                && select.getIdentifier().contentEquals("this")
                && select.getExpression() instanceof IdentifierTree outer
                && outer.getName().equals(type.getSimpleName());
    }

    private static boolean takes(ExecutableElement method, int arguments) {
        int parameters = method.getParameters().size();
        return method.isVarArgs() ? arguments >= parameters - 1 : arguments == parameters;
    }

    private void check(Tree call, String name, Predicate<ExecutableElement> meant) {
        List<ExecutableElement> possible =
                methods.getOrDefault(name, List.of()).stream().filter(meant).toList();
        if (possible.isEmpty() || !possible.stream().allMatch(method -> tools.getOrDefault(method, false))) {
            return;
        }
        calls.add(new Call(call, possible.get(0), member));
    }
}
