-- Takes an operation in doubt over for one attempt.
--
-- KEYS   1 the record   2 the index of open records with the same tag
-- ARGV   1 token (16 bytes)   2 fingerprint (32 bytes)   3 lease, ms   4 fence seen (8 bytes)
--        5 resend within, ms, or empty for no limit   6 about, the new attempt's   7 the record's name in the index
--        8 max request age, ms   9 issued at, ms, or empty   10 tolerated skew, ms
-- Reply  't' fence [left]      taken over, now or by an earlier sending; left, ms, until the limit, where there is one
--        'c' fence [left]      held by this token, with no unknown attempt before it
--        'x' record            another fingerprint; the record without its result; nothing changed
--        'd' record            committed; from now on kept for as long as this request could execute
--        'r'                   nobody holds the operation, or this token was freed
--        'p' fence time-left   another attempt's lease is running
--        'i' time record       in doubt, at another fence or past the limit; from now on, if it was the lease that lapsed
--        '!' | '?' version     not a record of ours | of an unknown format; nothing changed
--
-- Atomic, because two attempts that saw the same doubt would else both take over; and because the owner's late commit
-- must be either taken before, or refused from here on.
-- Out of memory: ZADD comes first, so that a takeover is refused before anything is written.

if not raw or state == FREE or was_freed(ARGV[1]) then return 'r' end
if print ~= ARGV[2] then return 'x' .. string.sub(raw, 1, bare_n) end
if state == COMMITTED then
  outlive(tonumber(ARGV[9]), tonumber(ARGV[8]), tonumber(ARGV[10]))
  return 'd' .. raw
end
local within = tonumber(ARGV[5])
local left = within and math.max(0, t2 + within - now)
local left_text = left and struct.pack('>I6', left) or ''
if state == PENDING then
  if token == ARGV[1] then return (flags >= EARLIER_UNKNOWN and 't' or 'c') .. fence .. left_text end
  if now < t1 then return 'p' .. fence .. struct.pack('>I6', t1 - now) end
  return lapse()
end
local lost = was_lost() and LOST or 0
-- A record that was lost and written again does not know its first attempt, so it is past every limit.
local past = left and (left == 0 or lost > 0 or class_of_mutation(about) ~= 'I' or class_of_mutation(ARGV[6]) ~= 'I')
if fence ~= ARGV[4] or past then return 'i' .. struct.pack('>I6', now) .. raw end
local tokens = written_freed()
local next_fence = struct.pack('>I8', struct.unpack('>I8', fence) + 1)
remember(t1, 'D', detail)
redis.call('ZADD', KEYS[2], string.format('%.0f', t2), ARGV[7])
redis.call('SET', KEYS[1], struct.pack(FORMAT, 'RS', 1, PENDING, marked(lost + EARLIER_UNKNOWN), ARGV[1], next_fence, print,
  now + tonumber(ARGV[3]), t2, #ARGV[6], 0, math.min(#tokens, 1), #evidence, 0) .. ARGV[6] .. tokens .. evidence .. history)
return 't' .. next_fence .. left_text
