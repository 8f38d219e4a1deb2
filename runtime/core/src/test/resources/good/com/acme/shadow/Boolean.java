package com.acme.shadow;

record Boolean(int x) {}
