package com.acme.shadow;

@interface SuppressWarnings {}
