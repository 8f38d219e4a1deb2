-- What a request is answered with must be there as long as the same request could execute. One from the future is taken
-- to be from as far ahead as is tolerated, so that nobody keeps a receipt for ever. Nothing is written that need not be.
local function outlive(issued, age, skew)
  local own = issued and math.min(issued, now + skew) + age
  if not own or own <= t2 then return end
  t2 = own
  raw = string.sub(raw, 1, 67) .. struct.pack('>I6', own) .. string.sub(raw, 74)
  -- A first write that needs no memory: the server then finishes the script even when it is out of memory.
  redis.pcall('ZREM', KEYS[2], '')
  redis.call('SET', KEYS[1], raw, 'PXAT', string.format('%.0f', own))
end
