-- Prolongs the lease of a pending claim.
--
-- KEYS   1 the record   2 the index of open records with the same tag
-- ARGV   1 token (16 bytes)   2 fence (8 bytes)   3 fingerprint (32 bytes)   4 lease, ms   5 about, opaque here
--        6 the record's name in the index
-- Reply  'k'                   the lease ends one lease from now
--        'h'                   likewise; the store had lost the record during this attempt, and it was written again
--        'n' state fence       not this claim's any more, or not pending; nothing changed
--        '!' | '?' version     not a record of ours | of an unknown format; nothing changed
--
-- Atomic, because a claim that finds the lease lapsed between our look and our write would be overruled.

local lease_end = now + tonumber(ARGV[4])
if not raw then
  local number = struct.unpack('>I8', ARGV[2])
  if number < 1 or number >= 9007199254740992 then return 'nA' .. struct.pack('>I8', 0) end
  -- A first write that needs no memory: the server then finishes the script even when it is out of memory.
  redis.pcall('ZREM', KEYS[2], '')
  redis.call('ZADD', KEYS[2], string.format('%.0f', now), ARGV[6])
  redis.call('SET', KEYS[1], struct.pack(FORMAT, 'RS', 1, PENDING, number > 1 and LOST + EARLIER_UNKNOWN or LOST,
    ARGV[1], ARGV[2], ARGV[3], lease_end, now, #ARGV[5], 0, 0, 0, 0) .. ARGV[5])
  return 'h'
end
if state ~= PENDING or token ~= ARGV[1] or fence ~= ARGV[2] then return 'n' .. string.char(state) .. fence end
redis.pcall('ZREM', KEYS[2], '')
redis.call('SET', KEYS[1], string.sub(raw, 1, 61) .. struct.pack('>I6', lease_end) .. string.sub(raw, 68))
return was_lost() and 'h' or 'k'
