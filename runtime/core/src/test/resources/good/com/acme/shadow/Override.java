package com.acme.shadow;

@interface Override {}
