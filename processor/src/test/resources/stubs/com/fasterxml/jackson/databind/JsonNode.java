package com.fasterxml.jackson.databind;

public abstract class JsonNode implements com.fasterxml.jackson.core.TreeNode {}
