-- Says that the fate of a pending claim is unknown.
--
-- KEYS   1 the record   2 the index of open records with the same tag
-- ARGV   1 token (16 bytes)   2 fence (8 bytes)   3 fingerprint (32 bytes)   4 failure text   5 about, opaque here
--        6 the record's name in the index   7 the tag's channel
-- Reply  'k'                   in doubt, now or before
--        'h'                   likewise; the store had lost the record during this attempt, and it was written again
--        'n' state fence       not this claim's any more; nothing changed
--        '!' | '?' version     not a record of ours | of an unknown format; nothing changed
--
-- Atomic, because a commit between our look and our write would be undone.

if not raw then
  local number = struct.unpack('>I8', ARGV[2])
  if number < 1 or number >= 9007199254740992 then return 'nA' .. struct.pack('>I8', 0) end
  flags, about, t2 = number > 1 and LOST + EARLIER_UNKNOWN or LOST, ARGV[5], now
elseif (state ~= PENDING and state ~= IN_DOUBT) or token ~= ARGV[1] or fence ~= ARGV[2] then
  return 'n' .. string.char(state) .. fence
end
local tokens = written_freed()
local since = state == IN_DOUBT and t1 or now
-- The first text stands; a lease that lapsed left none.
if detail == '' then detail = ARGV[4] end
-- A first write that needs no memory: the server then finishes the script even when it is out of memory.
redis.pcall('ZREM', KEYS[2], '')
if not raw then redis.call('ZADD', KEYS[2], string.format('%.0f', now), ARGV[6]) end
redis.call('SET', KEYS[1], struct.pack(FORMAT, 'RS', 1, IN_DOUBT, marked(flags), ARGV[1], ARGV[2], ARGV[3], since, t2,
  #about, #detail, math.min(#tokens, 1), #evidence, 0) .. about .. detail .. tokens .. evidence .. history)
-- Refused (no right to the channel), it costs waiters their next poll, and must not cost the answer.
redis.pcall('PUBLISH', ARGV[7], ARGV[6])
return was_lost() and 'h' or 'k'
