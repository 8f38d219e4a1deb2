package dev.retrysafe.jdbc;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Lets whatever is awaited come late, in every test: 10 s is not long where several builds share a machine. */
public final class PatientAwaits implements BeforeAllCallback {

    @Override
    public void beforeAll(ExtensionContext context) {
        Awaitility.setDefaultTimeout(Duration.ofSeconds(60));
    }
}
