package com.acme.shadow;

interface Iterable {}
