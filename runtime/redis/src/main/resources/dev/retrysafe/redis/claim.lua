-- Claims an operation for one attempt.
--
-- KEYS   1 the record   2 the index of open records with the same tag
-- ARGV   1 token (16 bytes)   2 fingerprint (32 bytes)   3 lease, ms   4 ttl, ms   5 issued at, ms, or empty
--        6 tolerated skew, ms   7 about, opaque here   8 the record's name in the index   9 max request age, ms
-- Reply  'c' fence             claimed, now or by an earlier sending
--        't' fence             held by this token, and an earlier attempt is unknown: it took over
--        'u' time              too old, or from the future; nothing changed
--        'x' record            another fingerprint; the record without its result; nothing changed
--        'd' record            committed; from now on kept for as long as this request could execute
--        'r'                   this token was freed
--        'p' fence time-left   another attempt's lease is running
--        'i' time record       in doubt; from now on, if it was the lease that lapsed
--        '!' | '?' version     not a record of ours | of an unknown format; nothing changed
--
-- Atomic, because an owner that claims between our look and our write would let two in; and because the first answer
-- that says "in doubt" must be the last moment at which the lapsed owner could renew.
-- Out of memory: ZADD comes first, so that a new claim is refused before anything is written.

if raw then
  if was_freed(ARGV[1]) then return 'r' end
  if state ~= FREE and print ~= ARGV[2] then return 'x' .. string.sub(raw, 1, bare_n) end
  if state == COMMITTED then
    outlive(tonumber(ARGV[5]), tonumber(ARGV[9]), tonumber(ARGV[6]))
    return 'd' .. raw
  end
  if state == IN_DOUBT then return 'i' .. struct.pack('>I6', now) .. raw end
  if state == PENDING then
    if token == ARGV[1] then return (flags >= EARLIER_UNKNOWN and 't' or 'c') .. fence end
    if now < t1 then return 'p' .. fence .. struct.pack('>I6', t1 - now) end
    return lapse()
  end
end

local issued = tonumber(ARGV[5])
if issued and (now - issued >= tonumber(ARGV[9]) or issued - now > tonumber(ARGV[6])) then
  return 'u' .. struct.pack('>I6', now)
end
local tokens = written_freed()
local next_fence = struct.pack('>I8', (raw and struct.unpack('>I8', fence) or 0) + 1)
if raw then remember(t1, 'F', '') end
redis.call('ZADD', KEYS[2], string.format('%.0f', now), ARGV[8])
redis.call('SET', KEYS[1], struct.pack(FORMAT, 'RS', 1, PENDING, marked(0), ARGV[1], next_fence, ARGV[2],
  now + tonumber(ARGV[3]), now, #ARGV[7], 0, math.min(#tokens, 1), #evidence, 0) .. ARGV[7] .. tokens .. evidence .. history)
return 'c' .. next_fence
