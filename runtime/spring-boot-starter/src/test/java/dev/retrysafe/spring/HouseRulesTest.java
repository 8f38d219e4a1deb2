package dev.retrysafe.spring;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.Arrays;

/**
 * Which part of the house may know which: {@code annotations <- core <- {redis, jdbc, starter}}, and the processor none of
 * them. This module is the one that has them all on its class path. A rule that finds no class to check fails.
 */
@AnalyzeClasses(packages = "dev.retrysafe", importOptions = DoNotIncludeTests.class)
class HouseRulesTest {

    private static final String ANNOTATIONS = "dev.retrysafe.annotation..";
    private static final String PROCESSOR = "dev.retrysafe.processor..";
    private static final String REDIS = "dev.retrysafe.redis..";
    private static final String JDBC = "dev.retrysafe.jdbc..";
    private static final String STARTER = "dev.retrysafe.spring..";
    private static final String FOR_TESTS = "dev.retrysafe.test..";
    private static final String[] CORE = {
        "dev.retrysafe",
        "dev.retrysafe.canonical..",
        "dev.retrysafe.engine..",
        "dev.retrysafe.store..",
        "dev.retrysafe.observe..",
        "dev.retrysafe.operations..",
        "dev.retrysafe.aspectj..",
        "dev.retrysafe.http..",
        "dev.retrysafe.result..",
        "dev.retrysafe.tool.."
    };

    private static final String SPRING = "org.springframework..";
    private static final String REDISSON = "org.redisson..";

    /** Our own classes outside the given packages. */
    private static DescribedPredicate<JavaClass> oursOutside(String... packages) {
        return JavaClass.Predicates.resideInAPackage("dev.retrysafe..")
                .and(DescribedPredicate.not(JavaClass.Predicates.resideInAnyPackage(packages)))
                .as("are ours and outside %s", String.join(", ", packages));
    }

    private static String[] coreAnd(String... others) {
        String[] all = Arrays.copyOf(CORE, CORE.length + others.length);
        System.arraycopy(others, 0, all, CORE.length, others.length);
        return all;
    }

    @ArchTest
    static final ArchRule annotationsKnowNobody =
            noClasses().that().resideInAPackage(ANNOTATIONS).should().dependOnClassesThat(oursOutside(ANNOTATIONS));

    @ArchTest
    static final ArchRule theProcessorNamesTheOthersAsStrings =
            noClasses().that().resideInAPackage(PROCESSOR).should().dependOnClassesThat(oursOutside(PROCESSOR));

    @ArchTest
    static final ArchRule nobodyKnowsTheProcessor = noClasses()
            .that(oursOutside(PROCESSOR))
            .should()
            .dependOnClassesThat()
            .resideInAPackage(PROCESSOR);

    @ArchTest
    static final ArchRule coreKnowsTheAnnotations =
            noClasses().that().resideInAnyPackage(CORE).should().dependOnClassesThat(oursOutside(coreAnd(ANNOTATIONS)));

    @ArchTest
    static final ArchRule coreKnowsNeitherSpringNorRedisson = noClasses()
            .that()
            .resideInAnyPackage(CORE)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(SPRING, REDISSON);

    @ArchTest
    static final ArchRule redisKnowsCore = noClasses()
            .that()
            .resideInAPackage(REDIS)
            .should()
            .dependOnClassesThat(oursOutside(coreAnd(ANNOTATIONS, REDIS)));

    @ArchTest
    static final ArchRule redisKnowsNoSpring = noClasses()
            .that()
            .resideInAPackage(REDIS)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(SPRING);

    @ArchTest
    static final ArchRule jdbcKnowsCore = noClasses()
            .that()
            .resideInAPackage(JDBC)
            .should()
            .dependOnClassesThat(oursOutside(coreAnd(ANNOTATIONS, JDBC)));

    @ArchTest
    static final ArchRule jdbcIsPlain = noClasses()
            .that()
            .resideInAPackage(JDBC)
            .should()
            .dependOnClassesThat()
            .resideOutsideOfPackages("dev.retrysafe..", "java..", "javax.sql..", "org.jspecify..");

    @ArchTest
    static final ArchRule theStarterKnowsCoreAndStores = noClasses()
            .that()
            .resideInAPackage(STARTER)
            .should()
            .dependOnClassesThat(oursOutside(coreAnd(ANNOTATIONS, REDIS, JDBC, STARTER)));

    @ArchTest
    static final ArchRule nobodyKnowsWhatUsersTestWith = noClasses()
            .that(oursOutside(FOR_TESTS))
            .should()
            .dependOnClassesThat()
            .resideInAPackage(FOR_TESTS);

    @ArchTest
    static final ArchRule packagesFormNoCycles =
            slices().assignedFrom(new OnePackageEach()).should().beFreeOfCycles();

    /** Also the packages that only a class path mistake could leave out, which no rule above would notice. */
    @ArchTest
    static void everyRoomIsSeen(JavaClasses classes) {
        assertThat(classes)
                .extracting(JavaClass::getPackageName)
                .contains(
                        "dev.retrysafe.annotation",
                        "dev.retrysafe.processor",
                        "dev.retrysafe",
                        "dev.retrysafe.redis",
                        "dev.retrysafe.jdbc",
                        "dev.retrysafe.spring");
    }

    private static final class OnePackageEach implements SliceAssignment {

        @Override
        public SliceIdentifier getIdentifierOf(JavaClass javaClass) {
            return SliceIdentifier.of(javaClass.getPackageName());
        }

        @Override
        public String getDescription() {
            return "one slice per package";
        }
    }
}
