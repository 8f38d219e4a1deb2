package com.acme.shadow;

record List(int x) {}
