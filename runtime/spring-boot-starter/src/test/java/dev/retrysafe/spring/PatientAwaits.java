package dev.retrysafe.spring;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** What a test waits for may take longer than Awaitility's own ten seconds where the machine is slow. Registered by its name. */
public final class PatientAwaits implements BeforeAllCallback {

    @Override
    public void beforeAll(ExtensionContext context) {
        Awaitility.setDefaultTimeout(Duration.ofSeconds(60));
    }
}
