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

local LOST, EARLIER_UNKNOWN = 2, 4
local MOST_FREED = 8

local function freed_with_this()
  return string.sub(freed, -16 * (MOST_FREED - 1)) .. ARGV[1]
end
local number = struct.unpack('>I8', ARGV[2])
local expires = string.format('%.0f', now + tonumber(ARGV[4]))
local mine = raw and token == ARGV[1] and (number == 0 or fence == ARGV[2])
for i = 1, #freed, 16 do
  if string.sub(freed, i, i + 15) == ARGV[1] then
    return mine and math.floor(flags / LOST) % 2 == 1 and 'h' or 'k'
  end
end
if raw and number == 0 and not mine and state ~= COMMITTED then
  -- Somebody else's, or free: only the token is noted.
  freed = freed_with_this()
  redis.pcall('ZREM', KEYS[2], '')
  redis.call('SET', KEYS[1], struct.pack(FORMAT, 'RS', 1, state, marked(flags), token, fence, print, t1, t2,
    #about, #detail, #freed / 16, #evidence, #result) .. about .. detail .. freed .. evidence .. result .. history,
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
local answer = math.floor(flags / LOST) % 2 == 1 and 'h' or 'k'
if flags >= EARLIER_UNKNOWN or #evidence > 0 then
  -- The first text stands; a lease that lapsed left none.
  if state == IN_DOUBT and detail ~= '' then return answer end
  local since = state == IN_DOUBT and t1 or now
  -- A first write that needs no memory: the server then finishes the script even when it is out of memory.
  redis.pcall('ZREM', KEYS[2], '')
  if not raw then redis.call('ZADD', KEYS[2], string.format('%.0f', now), ARGV[6]) end
  redis.call('SET', KEYS[1], struct.pack(FORMAT, 'RS', 1, IN_DOUBT, marked(flags), ARGV[1], fence, ARGV[3], since, t2,
    #about, #ARGV[8], #freed / 16, #evidence, 0) .. about .. ARGV[8] .. freed .. evidence .. history)
else
  freed = freed_with_this()
  redis.pcall('ZREM', KEYS[2], ARGV[6])
  redis.call('SET', KEYS[1], struct.pack(FORMAT, 'RS', 1, FREE, marked(flags), ARGV[1], fence, ARGV[3], now, t2,
    #about, 0, #freed / 16, #evidence, 0) .. about .. freed .. evidence .. history, 'PXAT', expires)
end
-- Refused (no right to the channel), it costs waiters their next poll, and must not cost the answer.
redis.pcall('PUBLISH', ARGV[7], ARGV[6])
return answer
