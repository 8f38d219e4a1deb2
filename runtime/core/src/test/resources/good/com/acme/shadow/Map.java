package com.acme.shadow;

record Map(int x) {}
