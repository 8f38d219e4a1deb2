package com.acme;

import dev.retrysafe.annotation.Receipt;
import dev.retrysafe.annotation.SideEffect;

/** Getters whose names say little about Java's rules for names. */
class Getters {
    static class Login {
        public String get2fa() {
            return "";
        }

        public boolean is3ds() {
            return true;
        }

        public String get_id() {
            return "";
        }

        public String get$() {
            return "";
        }
    }

    static class Hidden {
        public static String note = "";

        public String getName() {
            return "";
        }
    }

    @SideEffect(key = "{ctx.tenant}:{login.2fa}", fingerprint = "*", receipt = @Receipt(id = "2fa"))
    Login getterNames(Login login, Hidden hidden) {
        return login;
    }

    @SideEffect(key = "{ctx.tenant}:{id}", fingerprint = {"*", "!login.2fa"})
    void getterNamesWithout(String id, Login login) {}

    @SideEffect(key = "{ctx.tenant}:{id}", fingerprint = "*")
    <V extends Enum<V>> void anyConstants(String id, V constant, Enum<?> other) {}

    @SideEffect(key = "{ctx.tenant}:{constant}", fingerprint = "*")
    <V extends Enum<V>> void anyConstantInKey(V constant) {}
}
