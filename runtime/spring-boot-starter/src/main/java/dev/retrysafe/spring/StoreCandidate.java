package dev.retrysafe.spring;

import dev.retrysafe.spring.RetrysafeProperties.StoreKind;
import dev.retrysafe.store.EffectStore;

/** A store whose module is on the class path. */
interface StoreCandidate {

    /** The store's name in the configuration. */
    StoreKind kind();

    /** The client bean that it needs, for messages. */
    String needs();

    /** Whether that bean is there. */
    boolean available();

    /**
     * Makes the store.
     *
     * @throws StoreSelectionException when it cannot tell which client to use
     */
    EffectStore create();
}
