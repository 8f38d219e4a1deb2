package dev.retrysafe.processor.validate;

import java.util.Set;

/**
 * What the compilation's options say to the rules.
 *
 * @param tenantNames names that count as the tenant's besides the built-in ones
 * @param singleTenant whether keys need no tenant part
 * @param woven whether AspectJ intercepts, rather than Spring's proxies
 */
public record Options(Set<String> tenantNames, boolean singleTenant, boolean woven) {}
