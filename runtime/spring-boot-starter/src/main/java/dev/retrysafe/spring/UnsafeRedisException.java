package dev.retrysafe.spring;

/** The Redis server may forget what it acknowledged. */
final class UnsafeRedisException extends StartupException {

    private static final long serialVersionUID = 1L;

    UnsafeRedisException(String findings) {
        super(
                "UnsafeRedis",
                findings,
                "Change the server's configuration as said above. To start all the same, knowing that effects can happen"
                        + " twice, set retrysafe.redis.durability-check=warn.",
                null);
    }
}
