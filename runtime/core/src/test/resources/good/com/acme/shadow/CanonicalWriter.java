package com.acme.shadow;

record CanonicalWriter(int x) {}
