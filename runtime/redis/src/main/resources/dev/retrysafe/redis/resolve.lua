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

local FORMAT = '>c2BBBc16c8c32I6I6I4I4BI4I4'
local HEAD = 90
local PENDING, IN_DOUBT, COMMITTED, FREE = 80, 68, 67, 70
local HISTORY = 8

local raw = redis.pcall('GET', KEYS[1])
if type(raw) == 'table' then
  if string.sub(raw.err, 1, 9) == 'WRONGTYPE' then return '!' end
  return raw
end
local magic, version, state, flags, token, fence, print, t1, t2, about_n, detail_n, freed_n, evidence_n, result_n
local about, detail, freed, evidence, result, history, bare_n = '', '', '', '', '', '', 0
if raw then
  if #raw < 4 or string.sub(raw, 1, 2) ~= 'RS' then return '!' end
  if string.byte(raw, 3) ~= 1 then return '?' .. string.sub(raw, 3, 3) end
  if #raw < HEAD then return '!' end
  magic, version, state, flags, token, fence, print, t1, t2, about_n, detail_n, freed_n, evidence_n, result_n =
    struct.unpack(FORMAT, raw)
  local at = HEAD
  local function section(n)
    at = at + n
    return string.sub(raw, at - n + 1, at)
  end
  about, detail, freed, evidence = section(about_n), section(detail_n), section(freed_n * 16), section(evidence_n)
  bare_n, result = at, section(result_n)
  if flags >= HISTORY and at < #raw then
    flags, history = flags - HISTORY, section(#raw - at)
    local i = 1
    while i > 0 and i <= #history do
      local kind, n = string.sub(history, i, i), #history - i >= 20 and struct.unpack('>I4', history, i + 1) or 0
      i = (kind == 'A' or kind == 'R') and n >= 16 and i + 5 + n or 0
    end
    if i ~= #history + 1 then return '!' end
  end
  local known = state == PENDING or state == IN_DOUBT or state == COMMITTED or state == FREE
  if at ~= #raw or flags >= HISTORY or not known then return '!' end
end
local function marked(flags)
  return history == '' and flags or flags + HISTORY
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local LATE, LOST = 1, 2
local MOST_ATTEMPTS = 8
local ENTRY = 5

-- Who claimed, with the text's length before it: the last part of an open record's "about".
local function owner()
  local at = 2 + math.floor(((string.byte(about, 1) or 0) + 1) / 2)
  local function pass_text()
    local length, weight, octet = 0, 1, 0
    repeat
      octet = string.byte(about, at) or 0
      length, weight, at = length + (octet % 128) * weight, weight * 128, at + 1
    until octet < 128
    at = at + math.max(0, length - 1)
  end
  pass_text()
  at = at + 1
  pass_text() pass_text() pass_text()
  return string.sub(about, at)
end

-- Adds the last attempt, as it ended, to the history, once. The last eight attempts are kept, and every decision.
local function remember(ended_at, ended_as, failure)
  if struct.unpack('>I8', fence) == 0 then return end
  local kept, attempts, i = {}, {}, 1
  while i <= #history do
    local entry = string.sub(history, i, i + ENTRY + struct.unpack('>I4', history, i + 1) - 1)
    kept[#kept + 1] = entry
    if string.sub(entry, 1, 1) == 'A' then
      if string.sub(entry, ENTRY + 1, ENTRY + 8) == fence then return end
      attempts[#attempts + 1] = #kept
    end
    i = i + #entry
  end
  if #attempts == MOST_ATTEMPTS then table.remove(kept, attempts[1]) end
  local attempt = fence .. struct.pack('>I6', ended_at) .. ended_as .. owner() .. failure
  history = table.concat(kept) .. 'A' .. struct.pack('>I4', #attempt) .. attempt
end

local function answer(code, record, record_n)
  return code .. struct.pack('>I6', now) .. string.sub(record, 1, record_n) .. history
end

-- What an open record's "about" still is once committed: the definition hash and the key.
local function about_committed()
  local at = 2 + math.floor(((string.byte(about, 1) or 0) + 1) / 2)
  local length, weight, octet = 0, 1, 0
  repeat
    octet = string.byte(about, at) or 0
    length, weight, at = length + (octet % 128) * weight, weight * 128, at + 1
  until octet < 128
  return string.sub(about, 1, at + math.max(0, length - 1) - 1)
end

if not raw then return 'r' end
local i = 1
while i <= #history do
  local entry = string.sub(history, i, i + ENTRY + struct.unpack('>I4', history, i + 1) - 1)
  -- A decision is kept as: fence, time, retention, the decision itself.
  local decision = string.sub(entry, ENTRY + 21)
  if string.sub(entry, 1, 1) == 'R' and string.sub(decision, 1, #ARGV[5]) == ARGV[5] then
    local same = decision == ARGV[4] and string.sub(entry, ENTRY + 1, ENTRY + 8) == ARGV[1]
    return answer(same and 'o' or 'u', raw, bare_n)
  end
  i = i + #entry
end
local in_doubt = state == IN_DOUBT or (state == PENDING and now >= t1)
if not in_doubt or fence ~= ARGV[1] then return answer('s', raw, bare_n) end

local lost = math.floor(flags / LOST) % 2 * LOST
local expires = now + tonumber(ARGV[3])
local kept = fence .. struct.pack('>I6I6', now, tonumber(ARGV[3])) .. ARGV[4]
local settled
if ARGV[2] == 'C' then
  history = history .. 'R' .. struct.pack('>I4', #kept) .. kept
  local about_then = about_committed()
  settled = struct.pack(FORMAT, 'RS', 1, COMMITTED, marked(lost + LATE), ARGV[7], fence, print, now, expires,
    #about_then, #ARGV[6], 0, #evidence, 0) .. about_then .. ARGV[6] .. evidence
else
  remember(t1, 'D', detail)
  history = history .. 'R' .. struct.pack('>I4', #kept) .. kept
  freed = string.sub(freed, -16 * 7) .. token
  settled = struct.pack(FORMAT, 'RS', 1, FREE, marked(lost), token, fence, print, now, t2,
    #about, 0, #freed / 16, #evidence, 0) .. about .. freed .. evidence
end
-- Leaving the index frees memory; as the first write it lets the script finish even when the server is out of memory.
redis.pcall('ZREM', KEYS[2], ARGV[8])
redis.call('SET', KEYS[1], settled .. history, 'PXAT', string.format('%.0f', expires))
-- Refused (no right to the channel), it costs waiters their next poll, and must not cost the answer.
redis.pcall('PUBLISH', ARGV[9], ARGV[8])
return answer('o', settled, #settled)
