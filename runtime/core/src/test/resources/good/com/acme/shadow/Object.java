package com.acme.shadow;

record Object(int x) {}
