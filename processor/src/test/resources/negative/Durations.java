import dev.retrysafe.annotation.Mutation;
import dev.retrysafe.annotation.Recovery;
import dev.retrysafe.annotation.SideEffect;

class Durations {
    static final String KEY = "{ctx.tenant}:{id}";

    @SideEffect(key = KEY, fingerprint = "*", tool = "a", ttl = "24") // ERROR MalformedDuration
    void noUnit(String id) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "b", ttl = "0h") // ERROR MalformedDuration
    void zero(String id) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "c", ttl = "-5m") // ERROR MalformedDuration
    void negative(String id) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "d", ttl = "1 day") // ERROR MalformedDuration
    void words(String id) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "e", ttl = "99999999999999999999d") // ERROR MalformedDuration
    void overflow(String id) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "f", ttl = "9223372036854775807s") // ERROR MalformedDuration
    void overflowOfMilliseconds(String id) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "g", ttl = "P1M") // ERROR MalformedDuration
    void months(String id) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "h", ttl = "PT-1H") // ERROR MalformedDuration
    void negativeIso(String id) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "i", ttl = " 24h") // ERROR MalformedDuration
    void blank(String id) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "j", ttl = "forever") // ERROR MalformedDuration
    void forever(String id) {}

    @SideEffect(
            key = KEY,
            fingerprint = "*",
            tool = "k",
            mutation = Mutation.IDEMPOTENT,
            recovery = @Recovery(
                    reconcile = "find",
                    trustAbsentAfter = "soon", // ERROR MalformedDuration
                    resendWithin = "1y")) // ERROR MalformedDuration
    void recovery(String id) {}

    boolean find(String id) {
        return false;
    }

    @SideEffect(key = KEY, fingerprint = "*", tool = "l", ttl = "P100000000000000D") // ERROR MalformedDuration
    void overflowIso(String id) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "m", ttl = "PT0.0009S") // ERROR MalformedDuration
    void belowAMillisecond(String id) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "n", ttl = "PT0.001S") // ERROR TtlShorterThanWait
    void aMillisecond(String id) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "o", ttl = "36501d") // ERROR MalformedDuration
    void beyondACentury(String id) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "p", ttl = "36500d")
    void aCentury(String id) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "q", ttl = "9999ms") // ERROR MalformedDuration
    void milliseconds(String id) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "r", ttl = "PT9.999S") // ERROR TtlShorterThanWait
    void shorterThanTheLongestWait(String id) {}

    @SideEffect(key = KEY, fingerprint = "*", tool = "s", ttl = "10s")
    void asLongAsTheLongestWait(String id) {}

    @SuppressWarnings("retrysafe:TtlShorterThanWait")
    @SideEffect(key = KEY, fingerprint = "*", tool = "t", ttl = "2s")
    void whereNobodyWaitsLonger(String id) {}
}
