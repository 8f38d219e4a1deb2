@NullMarked
package io.modelcontextprotocol.spec;

import org.jspecify.annotations.NullMarked;
