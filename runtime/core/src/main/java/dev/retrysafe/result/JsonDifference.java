package dev.retrysafe.result;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compares JSON documents, the order of members and of elements aside. */
final class JsonDifference {

    private JsonDifference() {}

    /**
     * The path of the first difference.
     *
     * @return for instance {@code .items[2].price}; null when there is none
     */
    static @Nullable String between(@Nullable Object a, @Nullable Object b) {
        return Objects.equals(withoutOrder(a), withoutOrder(b)) ? null : first(a, b, "");
    }

    private static String first(@Nullable Object a, @Nullable Object b, String path) {
        if (a instanceof Map<?, ?> left && b instanceof Map<?, ?> right) {
            Set<@Nullable Object> names = new LinkedHashSet<>(left.keySet());
            names.addAll(right.keySet());
            for (Object name : names) {
                if (!left.containsKey(name) || !right.containsKey(name)) {
                    return path + "." + name;
                }
                if (!Objects.equals(withoutOrder(left.get(name)), withoutOrder(right.get(name)))) {
                    return first(left.get(name), right.get(name), path + "." + name);
                }
            }
        }
        if (a instanceof List<?> left && b instanceof List<?> right && left.size() == right.size()) {
            for (int i = 0; i < left.size(); i++) {
                if (!Objects.equals(withoutOrder(left.get(i)), withoutOrder(right.get(i)))) {
                    return first(left.get(i), right.get(i), path + "[" + i + "]");
                }
            }
        }
        return path;
    }

    private static @Nullable Object withoutOrder(@Nullable Object tree) {
        if (tree instanceof Map<?, ?> object) {
            Map<Object, @Nullable Object> members = new HashMap<>();
            object.forEach((name, value) -> members.put(name, withoutOrder(value)));
            return members;
        }
        if (tree instanceof List<?> array) {
            Map<@Nullable Object, Integer> counts = new HashMap<>();
            array.forEach(element -> counts.merge(withoutOrder(element), 1, Integer::sum));
            return new Bag(counts);
        }
        return tree;
    }

    private record Bag(Map<@Nullable Object, Integer> counts) {}
}
