package com.acme.shadow;

record String(int x) {}
