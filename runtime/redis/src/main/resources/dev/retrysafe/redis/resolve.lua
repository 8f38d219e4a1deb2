-- Settles an operation in doubt by a person's decision.
--
-- KEYS   1 the record   2 the index of open records with the same tag
-- ARGV   1 fence seen (8 bytes)   2 'C' committed or 'F' not applied   3 retention, ms
--        4 decision, beginning with   5 its id as it is written there   6 receipt, empty for not applied
--        7 token of the decision (16 bytes)   8 the record's name in the index   9 the tag's channel
-- Reply  'o' time record       the decision stands, now or by an earlier sending; the record without its result, then its
--                              history; likewise in the next two
--        's' time record       another attempt's, settled, or an owner is alive; nothing changed
--        'u' time record       the decision's id was used before, for something else; nothing changed
--        'r'                   there is no record
--        '!' | '?' version     not a record of ours | of an unknown format; nothing changed
--
-- Atomic, because the owner's late commit, or a takeover, between our look and our write would be overwritten.
-- A receipt gets the decision's token, so that a late commit of the owner is compared with it.

local function answer(code, record, record_n)
  return code .. struct.pack('>I6', now) .. string.sub(record, 1, record_n) .. history
end

if not raw then return 'r' end
local i = 1
while i <= #history do
  local entry = string.sub(history, i, i + HISTORY_HEAD + struct.unpack('>I4', history, i + 1) - 1)
  -- A decision is kept as: fence, time, retention, the decision itself.
  local decision = string.sub(entry, HISTORY_HEAD + 21)
  if string.sub(entry, 1, 1) == 'R' and string.sub(decision, 1, #ARGV[5]) == ARGV[5] then
    local same = decision == ARGV[4] and string.sub(entry, HISTORY_HEAD + 1, HISTORY_HEAD + 8) == ARGV[1]
    return answer(same and 'o' or 'u', raw, bare_n)
  end
  i = i + #entry
end
local in_doubt = state == IN_DOUBT or (state == PENDING and now >= t1)
if not in_doubt or fence ~= ARGV[1] then return answer('s', raw, bare_n) end

local lost = was_lost() and LOST or 0
local expires = now + tonumber(ARGV[3])
local kept = fence .. struct.pack('>I6I6', now, tonumber(ARGV[3])) .. ARGV[4]
local settled
if ARGV[2] == 'C' then
  history = history .. 'R' .. struct.pack('>I4', #kept) .. kept
  local about_then = string.sub(about, 1, behind_key(about) - 1)
  settled = struct.pack(FORMAT, 'RS', 1, COMMITTED, marked(lost + LATE), ARGV[7], fence, print, now, expires,
    #about_then, #ARGV[6], 0, #evidence, 0) .. about_then .. ARGV[6] .. evidence
else
  remember(t1, 'D', detail)
  history = history .. 'R' .. struct.pack('>I4', #kept) .. kept
  free(token)
  local tokens = written_freed()
  settled = struct.pack(FORMAT, 'RS', 1, FREE, marked(lost), token, fence, print, now, t2,
    #about, 0, math.min(#tokens, 1), #evidence, 0) .. about .. tokens .. evidence
end
-- Leaving the index frees memory; as the first write it lets the script finish even when the server is out of memory.
redis.pcall('ZREM', KEYS[2], ARGV[8])
redis.call('SET', KEYS[1], settled .. history, 'PXAT', string.format('%.0f', expires))
-- Refused (no right to the channel), it costs waiters their next poll, and must not cost the answer.
redis.pcall('PUBLISH', ARGV[9], ARGV[8])
return answer('o', settled, #settled)
