-- Walks through what an open record says about its operation: definition hash, key, class of mutation, three texts, and
-- who claimed. A text has its length plus one before it, in groups of seven bits, lowest first.

local function behind_text(text, at)
  local length, weight, octet = 0, 1, 0
  repeat
    octet = string.byte(text, at) or 0
    length, weight, at = length + (octet % 128) * weight, weight * 128, at + 1
  until octet < 128
  return at + math.max(0, length - 1)
end

local function behind_key(text)
  return behind_text(text, 2 + math.floor(((string.byte(text, 1) or 0) + 1) / 2))
end

local function class_of_mutation(text)
  local at = behind_key(text)
  return string.sub(text, at, at)
end
