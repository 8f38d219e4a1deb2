// OPTION -Aretrysafe.interception=aspectj

import dev.retrysafe.annotation.SideEffect;

/** The aspect sees calls from within, too. */
class WovenSelfCalls {
    @SideEffect(key = "{ctx.tenant}:{id}", fingerprint = "*")
    void create(String id) {}

    void twice(String id) {
        create(id);
        this.create(id);
    }
}
