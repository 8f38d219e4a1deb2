package com.fasterxml.jackson.core;

public interface TreeNode {}
