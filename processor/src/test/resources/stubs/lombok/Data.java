package lombok;

public @interface Data {}
