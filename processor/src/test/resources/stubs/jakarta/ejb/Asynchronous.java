package jakarta.ejb;

public @interface Asynchronous {}
