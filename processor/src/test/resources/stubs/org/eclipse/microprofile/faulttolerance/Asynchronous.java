package org.eclipse.microprofile.faulttolerance;

public @interface Asynchronous {}
