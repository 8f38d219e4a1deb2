-- Writes down that a lease has lapsed, and answers so: from now on the owner cannot renew it.

local function lapse()
  local lapsed = string.sub(raw, 1, 3) .. 'D' .. string.sub(raw, 5, 61) .. struct.pack('>I6', now) .. string.sub(raw, 68)
  -- A first write that needs no memory: the server then finishes the script even when it is out of memory.
  redis.pcall('ZREM', KEYS[2], '')
  redis.call('SET', KEYS[1], lapsed)
  return 'i' .. struct.pack('>I6', now) .. lapsed
end
