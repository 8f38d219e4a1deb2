import dev.retrysafe.annotation.SideEffect;

class Templates {
    @SideEffect(key = "", fingerprint = "*", tool = "a") // ERROR MalformedKey
    void empty(String id) {}

    @SideEffect(key = "{ctx.tenant}::{id}", fingerprint = "*", tool = "b") // ERROR MalformedKey
    void emptyPart(String id) {}

    @SideEffect(key = "{ctx.tenant}:{id}:", fingerprint = "*", tool = "c") // ERROR MalformedKey
    void trailingSeparator(String id) {}

    @SideEffect(key = "{ctx.tenant}{id}", fingerprint = "*", tool = "d") // ERROR MalformedKey
    void twoInOnePart(String id) {}

    @SideEffect(key = "{ctx.tenant}:{id", fingerprint = "*", tool = "e") // ERROR MalformedKey
    void open(String id) {}

    @SideEffect(key = "{ctx.tenant}:id}", fingerprint = "*", tool = "f") // ERROR MalformedKey
    void closed(String id) {}

    @SideEffect(key = "{ctx.tenant}:{}", fingerprint = "*", tool = "g") // ERROR MalformedKey
    void nothing(String id) {}

    @SideEffect(key = "{ctx.tenant}:{id }", fingerprint = "*", tool = "h") // ERROR MalformedKey
    void blank(String id) {}

    @SideEffect(key = "{ctx.tenant}:{id.}", fingerprint = "*", tool = "i") // ERROR MalformedKey
    void dot(String id) {}

    @SideEffect(key = "{ctx.tenant}:order/{id}", fingerprint = "*", tool = "j") // ERROR MalformedKey
    void slash(String id) {}

    @SideEffect(key = "{ctx.tenant}:${id}", fingerprint = "*", tool = "k") // ERROR MalformedKey
    void dollar(String id) {}

    @SideEffect(key = "{ctx.tenant}:{id()}", fingerprint = "*", tool = "l") // ERROR MalformedKey
    void call(String id) {}

    @SideEffect(key = "{ctx.tenant}:{ctx.a.b}", fingerprint = "*", tool = "m") // ERROR MalformedKey
    void deepContext(String id) {}

    @SideEffect(key = "{ctx.tenant}:{fingerprint.x}:{id}", fingerprint = "*", tool = "n") // ERROR UnknownPath
    void belowFingerprint(String id) {}

    @SideEffect(key = ":{ctx.tenant}:{id}", fingerprint = "*", tool = "o") // ERROR MalformedKey
    void leadingSeparator(String id) {}

    @SideEffect(key = "{ctx.tenant}: :{id}", fingerprint = "*", tool = "p") // ERROR MalformedKey
    void blankLiteral(String id) {}

    @SideEffect(key = " ", fingerprint = "*", tool = "q") // ERROR MalformedKey
    void blankTemplate(String id) {}

    static final String LONG = "kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk" + "kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk" + "kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk" + "kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk" + "kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk" + "kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk" + "kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk" + "kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk" + "kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk" + "kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk";

    @SideEffect(key = LONG + ":{ctx.tenant}:{id}", fingerprint = "*", tool = "r")
    void almostTooLong(String id) {}

    @SideEffect(key = LONG + "1234567890:{ctx.tenant}:{id}", fingerprint = "*", tool = "s")
    void asLongAsAKeyMayBe(String id) {}

    @SideEffect(key = LONG + "1234567890.:{ctx.tenant}:{id}", fingerprint = "*", tool = "t") // ERROR MalformedKey
    void longerThanAnyKey(String id) {}
}
