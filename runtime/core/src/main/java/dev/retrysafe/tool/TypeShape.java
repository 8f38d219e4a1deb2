package dev.retrysafe.tool;

import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What generated code was compiled against of one type that it reads. A jar may be replaced without a recompilation: a
 * member that it adds would silently be outside the fingerprint, and one that it removes fails the first call.
 */
public final class TypeShape {

    private enum Extent {
        ALL_MEMBERS,
        SOME_MEMBERS,
        SUBTYPES
    }

    private final String type;

    private final String kind;

    private final Extent extent;

    /** The erased types of members by name, or subtypes by name. */
    private final SortedMap<String, String> members;

    private TypeShape(String type, String kind, Extent extent, SortedMap<String, String> members) {
        this.type = Objects.requireNonNull(type, "type");
        this.kind = Objects.requireNonNull(kind, "kind");
        this.extent = extent;
        this.members = members;
    }

    /**
     * A type of which everything is read: no other member may come in.
     *
     * @param type its binary name
     * @param kind what it is, such as {@code record} or {@code final class}
     * @param members pairs of a member (a component by its name, a getter with parentheses, a field) and its erased type
     * @return the shape
     */
    public static TypeShape allOf(String type, String kind, String... members) {
        return new TypeShape(type, kind, Extent.ALL_MEMBERS, pairs(members));
    }

    /**
     * A type of which some members are read; others may come and go.
     *
     * @param type its binary name
     * @param kind what it is
     * @param members pairs of a member and its erased type
     * @return the shape
     */
    public static TypeShape partOf(String type, String kind, String... members) {
        return new TypeShape(type, kind, Extent.SOME_MEMBERS, pairs(members));
    }

    /**
     * A sealed type.
     *
     * @param type its binary name
     * @param kind what it is
     * @param subtypes the binary names of the classes that its values may have
     * @return the shape
     */
    public static TypeShape sealedInto(String type, String kind, String... subtypes) {
        SortedMap<String, String> names = new TreeMap<>();
        for (String subtype : subtypes) {
            names.put(subtype, "");
        }
        return new TypeShape(type, kind, Extent.SUBTYPES, names);
    }

    private static SortedMap<String, String> pairs(String... members) {
        SortedMap<String, String> pairs = new TreeMap<>();
        for (int i = 0; i < members.length; i += 2) {
            pairs.put(members[i], members[i + 1]);
        }
        return pairs;
    }

    /**
     * Compares with the class as it is now.
     *
     * @param loader where the tools' class comes from
     * @param compiled the name of the type whose tools were compiled
     * @return what differs, with what to do; null for nothing
     */
    @Nullable
    String difference(@Nullable ClassLoader loader, String compiled) {
        String when = " when " + compiled + " was compiled, and ";
        String recompile = " now: recompile the module of " + compiled;
        Class<?> found;
        try {
            found = Class.forName(type, false, loader);
        } catch (ClassNotFoundException e) {
            return type + " was there" + when + "is missing now: put the jar that holds it back on the class path, or"
                    + " recompile the module of " + compiled;
        }
        try {
            String kindNow = RunTimeShape.kind(found);
            if (!kindNow.equals(kind)) {
                return type + " was " + article(kind) + when + "is " + article(kindNow) + recompile;
            }
            String changed =
                    extent == Extent.SUBTYPES ? changedSubtypes(found, when) : changedMembers(members(found), when);
            return changed == null ? null : type + changed + recompile;
        } catch (LinkageError | TypeNotPresentException e) {
            return type + " cannot be compared with what it was" + when + "cannot be read now (" + e
                    + "): put what is missing back on the class path";
        }
    }

    private SortedMap<String, String> members(Class<?> found) {
        return extent == Extent.ALL_MEMBERS ? RunTimeShape.members(found) : RunTimeShape.readable(found);
    }

    private @Nullable String changedSubtypes(Class<?> found, String when) {
        TreeSet<String> now = new TreeSet<>(RunTimeShape.subtypes(found));
        return now.equals(members.keySet())
                ? null
                : " permitted " + list(members.keySet()) + when + "permits " + list(now);
    }

    private @Nullable String changedMembers(SortedMap<String, String> now, String when) {
        boolean same = extent == Extent.ALL_MEMBERS
                ? now.keySet().equals(members.keySet())
                : now.keySet().containsAll(members.keySet());
        if (!same) {
            String noun = members.size() == 1 ? " had member " : " had members ";
            return (members.isEmpty() ? " had no members" : noun + list(members.keySet()))
                    + when
                    + (now.isEmpty() ? "has none" : "has " + list(now.keySet()));
        }
        for (Map.Entry<String, String> member : members.entrySet()) {
            String typeNow = now.get(member.getKey());
            if (!member.getValue().equals(typeNow)) {
                return " had member " + member.getKey() + " of type " + member.getValue() + when + "has it of type "
                        + typeNow;
            }
        }
        return null;
    }

    private static String list(Iterable<String> names) {
        return String.join(", ", names);
    }

    private static String article(String kind) {
        return ("aeiou".indexOf(kind.charAt(0)) < 0 ? "a " : "an ") + kind;
    }

    @Override
    public String toString() {
        return kind + " " + type + " " + members;
    }
}
