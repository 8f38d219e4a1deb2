-- Gives a claim back, because nothing happened.
--
-- KEYS   1 the record   2 the index of open records with the same tag
-- ARGV   1 token (16 bytes)   2 fence (8 bytes), 0 for whatever this token holds   3 fingerprint (32 bytes)   4 ttl, ms
--        5 about, opaque here   6 the record's name in the index   7 the tag's channel   8 failure text, for "in doubt"
-- Reply  'k'                   free; or in doubt, since an earlier attempt is unknown; now or before
--        'h'                   likewise; the store had lost the record during this attempt, and it was written again
--        'n' state fence       not this claim's any more; nothing changed
--        '!' | '?' version     not a record of ours | of an unknown format; nothing changed
--
-- A release of fence 0 may overtake the claim that it takes back: the token is then noted as freed, so that the claim
-- is turned away when it comes.
--
-- Atomic, because a commit or a claim between our look and our write would be undone.

local number = struct.unpack('>I8', ARGV[2])
local expires = string.format('%.0f', now + tonumber(ARGV[4]))
local mine = raw and token == ARGV[1] and (number == 0 or fence == ARGV[2])
if was_freed(ARGV[1]) then return mine and was_lost() and 'h' or 'k' end
if raw and number == 0 and not mine and state ~= COMMITTED then
  -- Somebody else's, or free: only the token is noted.
  free(ARGV[1])
  local tokens = written_freed()
  redis.pcall('ZREM', KEYS[2], '')
  redis.call('SET', KEYS[1], struct.pack(FORMAT, 'RS', 1, state, marked(flags), token, fence, print, t1, t2,
    #about, #detail, math.min(#tokens, 1), #evidence, #result) .. about .. detail .. tokens .. evidence .. result .. history,
    'KEEPTTL')
  return 'k'
end
if raw and (not mine or (state ~= PENDING and state ~= IN_DOUBT)) then return 'n' .. string.char(state) .. fence end
if not raw then
  if number >= 9007199254740992 then return 'nA' .. struct.pack('>I8', 0) end
  flags, about, fence, t2 = 0, ARGV[5], ARGV[2], now
  if number > 0 then flags = LOST end
  if number > 1 then flags = LOST + EARLIER_UNKNOWN end
end
local answer = was_lost() and 'h' or 'k'
if flags >= EARLIER_UNKNOWN or #evidence > 0 then
  -- The first text stands; a lease that lapsed left none.
  if state == IN_DOUBT and detail ~= '' then return answer end
  local tokens = written_freed()
  local since = state == IN_DOUBT and t1 or now
  -- A first write that needs no memory: the server then finishes the script even when it is out of memory.
  redis.pcall('ZREM', KEYS[2], '')
  if not raw then redis.call('ZADD', KEYS[2], string.format('%.0f', now), ARGV[6]) end
  redis.call('SET', KEYS[1], struct.pack(FORMAT, 'RS', 1, IN_DOUBT, marked(flags), ARGV[1], fence, ARGV[3], since, t2,
    #about, #ARGV[8], math.min(#tokens, 1), #evidence, 0) .. about .. ARGV[8] .. tokens .. evidence .. history)
else
  free(ARGV[1])
  local tokens = written_freed()
  redis.pcall('ZREM', KEYS[2], ARGV[6])
  redis.call('SET', KEYS[1], struct.pack(FORMAT, 'RS', 1, FREE, marked(flags), ARGV[1], fence, ARGV[3], now, t2,
    #about, 0, math.min(#tokens, 1), #evidence, 0) .. about .. tokens .. evidence .. history, 'PXAT', expires)
end
-- Refused (no right to the channel), it costs waiters their next poll, and must not cost the answer.
redis.pcall('PUBLISH', ARGV[7], ARGV[6])
return answer
