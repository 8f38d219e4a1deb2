import dev.retrysafe.annotation.SideEffect;

class Keys {
    record Order(String id, String customer) {}

    @SideEffect(key = "all", fingerprint = "*", tool = "a") // ERROR MissingTenantScope, ERROR MissingOperation
    void constantOnly(String orderId) {}

    @SideEffect(key = "{orderId}", fingerprint = "*", tool = "b") // ERROR MissingTenantScope
    void noTenant(String orderId) {}

    @SideEffect(key = "{ctx.tenant}:refund", fingerprint = "*", tool = "c") // ERROR MissingOperation
    void tenantAlone(String orderId) {}

    @SideEffect(key = "{ctx.tenant}:{ctx.actor}", fingerprint = "*", tool = "d") // ERROR MissingOperation
    void actorIsNoOperation(String orderId) {}

    @SideEffect(key = "{ctx.tenant}:{fingerprint}", fingerprint = "*", tool = "e") // ERROR MissingOperation
    void hashIsNoOperation(String orderId) {}

    @SideEffect(key = "{ctx.tenant}:{ctx.tenant}", fingerprint = "*", tool = "f") // ERROR MissingOperation
    void tenantTwice(String orderId) {}

    @SideEffect(key = "{tenantId}", fingerprint = "*", tool = "g") // ERROR MissingOperation
    void oneValueIsNotBoth(String tenantId) {}

    @SideEffect(key = "{ctx.tenant}:{ctx.conversation}", fingerprint = "*", tool = "h") // WARNING CoarseOperation
    void conversationAlone(String text) {}

    @SideEffect(
            key = "{ctx.tenant}:{ordrId}", // ERROR UnknownPath
            fingerprint = "*",
            tool = "i")
    void misspelt(String orderId) {}

    @SideEffect(
            fingerprint = "*",
            tool = "j",
            key = "{ctx.tenant}:{order.number}") // ERROR UnknownPath
    void unknownComponent(Order order) {}

    @SideEffect(key = "{ctx.tenant}:{order}", fingerprint = "*", tool = "k") // ERROR UnsupportedKeyType
    void recordOfTwo(Order order) {}

    @SideEffect(key = "{ctx.tenant}:{ids}", fingerprint = "*", tool = "l") // ERROR UnsupportedKeyType
    void list(java.util.List<String> ids) {}

    @SideEffect(key = "{ctx.tenant}:{ids}", fingerprint = "*", tool = "m") // ERROR UnsupportedKeyType
    void array(int[] ids) {}

    @SideEffect(key = "{ctx.tenant}:{rate}", fingerprint = "*", tool = "n") // ERROR UnsupportedKeyType
    void floating(double rate) {}

    @SideEffect(key = "{ctx.tenant}:{rate}", fingerprint = "*", tool = "o") // ERROR UnsupportedKeyType
    void decimal(java.math.BigDecimal rate) {}

    @SideEffect(key = "{ctx.tenant}:{bytes}", fingerprint = "*", tool = "p") // ERROR UnsupportedKeyType
    void bytes(byte[] bytes) {}

    @SideEffect(key = "{ctx.tenant}:{at}", fingerprint = "*", tool = "q") // ERROR VolatileKeyType
    void instant(java.time.Instant at) {}

    @SideEffect(key = "{ctx.tenant}:{when}", fingerprint = "*", tool = "r") // ERROR VolatileKeyType
    void date(java.util.Date when) {}

    @SideEffect(key = "{ctx.tenant}:{orderId}:{toolCallId}", fingerprint = "orderId", tool = "s") // ERROR VolatileKeyName
    void toolCall(String orderId, String toolCallId) {}

    @SideEffect(key = "{ctx.tenant}:{ctx.traceId}", fingerprint = "*", tool = "t") // ERROR VolatileKeyName
    void trace(String orderId) {}

    @SideEffect(key = "{ctx.tenant}:{requestId}", fingerprint = {"*", "!requestId"}, tool = "u") // WARNING SuspectKeyName
    void request(String requestId, String text) {}

    @SideEffect(key = "{ctx.tenant}:{orderId.length}", fingerprint = "*", tool = "v") // ERROR UnknownPath
    void nothingBelowText(String orderId) {}

    @SideEffect(key = "{ctx.tenant}:{at.epochSecond}", fingerprint = "*", tool = "y") // ERROR VolatileKeyType
    void partOfAnInstant(java.time.Instant at) {}

    @SideEffect(key = "{ctx.tenant}:{day.year}", fingerprint = "*", tool = "z")
    void partOfADay(java.time.LocalDate day) {}

    @SideEffect(key = "{ctx.tenant}:{ctx}", fingerprint = "*", tool = "w") // ERROR MalformedKey
    void contextAlone(String orderId) {}

    @SideEffect(key = "{ctx.tenant}:{orderId}", fingerprint = "*", tool = "x")
    void reserved(
            String orderId,
            String ctx, // ERROR ReservedParameterName
            String fingerprint) {} // ERROR ReservedParameterName

    record TenantId(String value) {}

    @SideEffect(key = "{tenantId}:{tenantId.value}", fingerprint = "*", tool = "ta") // ERROR MissingOperation
    void oneValueByTwoPaths(TenantId tenantId) {}

    @SideEffect(key = "{ctx.tenant}:{shop}", fingerprint = "*", tool = "tb") // ERROR MissingOperation
    void comparedWithTheTenant(@dev.retrysafe.annotation.TenantScope String shop, int amount) {}

    @SideEffect(key = "{ctx.tenant}:{accountId}", fingerprint = "*", tool = "tc")
    void namedLikeATenant(String accountId) {}
}
