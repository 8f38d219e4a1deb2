package com.acme.shadow;

record ToolMethod(int x) {}
