package dev.retrysafe.spring;

import dev.retrysafe.engine.SideEffectEngine;
import dev.retrysafe.tool.ToolMethod;
import dev.retrysafe.tool.ToolRegistry;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.CannotLoadBeanClassException;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Looks at the whole application once, before it serves anybody: beans that were made before any post-processor, beans
 * that are not made yet, and the tools that configuration speaks of.
 */
final class StartupCheck implements SmartInitializingSingleton {

    private final ConfigurableListableBeanFactory beans;

    private final ToolBeans toolBeans;

    private final ToolRegistry registry;

    private final SideEffectEngine engine;

    private final ObjectProvider<ToolMethod> unannotated;

    private final RetrysafeProperties properties;

    StartupCheck(
            ConfigurableListableBeanFactory beans,
            ToolBeans toolBeans,
            ToolRegistry registry,
            SideEffectEngine engine,
            ObjectProvider<ToolMethod> unannotated,
            RetrysafeProperties properties) {
        this.beans = beans;
        this.toolBeans = toolBeans;
        this.registry = registry;
        this.engine = engine;
        this.unannotated = unannotated;
        this.properties = properties;
    }

    @Override
    public void afterSingletonsInstantiated() {
        Set<String> names = new LinkedHashSet<>(Arrays.asList(beans.getBeanDefinitionNames()));
        names.addAll(Arrays.asList(beans.getSingletonNames()));
        names.forEach(this::checkBean);

        Map<String, ToolMethod> tools = new TreeMap<>(registry.tools());
        unannotated.forEach(tool -> tools.put(tool.definition().tool(), tool));
        tools.values().forEach(engine::check);
        properties.tools().keySet().forEach(name -> checkIsKnown(name, tools.keySet()));
    }

    private void checkBean(String name) {
        Object made = beans.getSingleton(name);
        if (made != null && !(made instanceof FactoryBean)) {
            toolBeans.check(name, made);
            return;
        }
        Class<?> type = type(name);
        if (type == null || !ToolTypes.hasTools(type)) {
            return;
        }
        if (made != null && beans.isSingleton(name)) {
            toolBeans.check(name, beans.getBean(name));
        } else if (made == null) {
            toolBeans.checkType(name, type);
        }
    }

    private @Nullable Class<?> type(String name) {
        if (beans.containsBeanDefinition(name) && beans.getBeanDefinition(name).isAbstract()) {
            return null;
        }
        try {
            return beans.getType(name, false);
        } catch (CannotLoadBeanClassException e) {
            // It can never be made, so it has no calls to protect.
            return null;
        }
    }

    private static void checkIsKnown(String name, Set<String> known) {
        if (known.contains(name)) {
            return;
        }
        String closest = Spelling.closest(name, known);
        throw new UnknownToolException(
                "Something is configured for the tool \"" + name + "\" (retrysafe.tools." + name
                        + ".…), and there is no such tool"
                        + (closest == null ? "" : "; did you mean \"" + closest + "\"?")
                        + (closest == null ? "." : ""),
                known.isEmpty()
                        ? "Remove it: the application has no tools."
                        : "Use the name of a tool of this application: " + String.join(", ", known) + ".");
    }
}
