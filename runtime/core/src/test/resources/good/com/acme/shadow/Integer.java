package com.acme.shadow;

record Integer(int x) {}
