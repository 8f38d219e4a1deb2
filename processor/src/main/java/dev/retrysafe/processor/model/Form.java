package dev.retrysafe.processor.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/**
 * What is written for values of one type: an object of members, or one of several objects by run-time class. Filled
 * while types are read, since a type may contain itself; not changed afterwards.
 */
public final class Form {

    /** The member that names the class of a value of a sealed type. */
    public static final String TYPE_TAG = "@type";

    private final String identity;

    private final String nameHint;

    private final TypeMirror type;

    private final List<Member> members = new ArrayList<>();

    private final List<Leaf> leaves = new ArrayList<>();

    private @Nullable TypeElement exactClass;

    private @Nullable String tag;

    private @Nullable String remark;

    private boolean takesNewMembers;

    private String code;

    /**
     * Starts a form.
     *
     * @param identity equal for forms that a definition's hash counts as one
     * @param nameHint a name for people
     * @param type the type of the values
     */
    public Form(String identity, String nameHint, TypeMirror type) {
        this.identity = identity;
        this.nameHint = nameHint;
        this.type = type;
        this.code = identity;
    }

    /** One member of an object. */
    public record Member(Access access, Canonical value) {}

    /** One class of a sealed type. */
    public record Leaf(TypeElement element, Form form) {}

    /** Equal for forms that a definition's hash counts as one. */
    public String identity() {
        return identity;
    }

    /** Equal for forms that are written by the same code: parts of a type, met in different places. */
    public String code() {
        return code;
    }

    /** Says what tells the code from that of other forms. */
    public void code(String distinction) {
        code = distinction;
    }

    /** A name for people. */
    public String nameHint() {
        return nameHint;
    }

    /** The type of the values. */
    public TypeMirror type() {
        return type;
    }

    /** Adds a member. */
    public void add(Member member) {
        members.add(member);
    }

    /** Adds a class of a sealed type. */
    public void add(Leaf leaf) {
        leaves.add(leaf);
    }

    /** Says that values have exactly this run-time class. */
    public void exactClass(TypeElement element) {
        exactClass = element;
    }

    /** Says that the object carries its class's name. */
    public void tag(String simpleName) {
        tag = simpleName;
    }

    /** Says in words what is left out. */
    public void remark(@Nullable String text) {
        remark = text;
    }

    /** Says that a member which the type gains belongs to the object. */
    public void takeNewMembers() {
        takesNewMembers = true;
    }

    /** The members in the order of their names' UTF-16 code units. */
    public List<Member> members() {
        return members.stream()
                .sorted(Comparator.comparing(member -> member.access().name()))
                .toList();
    }

    /** The classes of a sealed type; empty for an object. */
    public List<Leaf> leaves() {
        return leaves;
    }

    /** The class that values must have; null when there can be no other. */
    public @Nullable TypeElement exactClass() {
        return exactClass;
    }

    /** The class's name that the object carries; null for none. */
    public @Nullable String tag() {
        return tag;
    }

    /** Whether a member which the type gains belongs to the object. */
    public boolean takesNewMembers() {
        return takesNewMembers;
    }

    /** What is left out, in words; null for nothing. */
    public @Nullable String remark() {
        return remark;
    }
}
