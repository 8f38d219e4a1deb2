-- Stores an attempt's outcome.
--
-- KEYS   1 the record   2 the index of open records with the same tag
-- ARGV   1 token (16 bytes)   2 fence (8 bytes)   3 fingerprint (32 bytes)   4 ttl, ms   5 about, opaque here
--        6 receipt, beginning with   7 the remote id as it is written there   8 result
--        9 the record's name in the index   10 the tag's channel   11 issued at, ms, or empty   12 tolerated skew, ms
-- Reply  's' flags committed-at expires-at   stored now
--        'd' record            stored by an earlier sending; the record
--        'a' differs record    another attempt's outcome stands; differs is '1' when its remote id is another, or one
--                              is a failure and the other not; this attempt's receipt is then kept as evidence
--        'n' state fence       not this claim's any more; its receipt is kept as evidence
--        '!' | '?' version     not a record of ours | of an unknown format; nothing changed
--
-- Atomic, because two commits, or a commit and a release, would else overwrite one another.

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
local MOST_EVIDENCE = 3
local ENTRY = 34

-- Keeps this attempt's receipt beside the record, once: token, fence, time, length, receipt.
local function keep_evidence()
  local kept, i = {}, 1
  while i <= #evidence do
    local entry = string.sub(evidence, i, i + ENTRY + struct.unpack('>I4', evidence, i + ENTRY - 4) - 1)
    if string.sub(entry, 1, 16) == ARGV[1] then return end
    kept[#kept + 1] = entry
    i = i + #entry
  end
  kept[#kept + 1] = ARGV[1] .. ARGV[2] .. struct.pack('>I6I4', now, #ARGV[6]) .. ARGV[6]
  if #kept > MOST_EVIDENCE then table.remove(kept, 1) end
  evidence = table.concat(kept)
  -- A first write that needs no memory: the server then finishes the script even when it is out of memory.
  redis.pcall('ZREM', KEYS[2], '')
  redis.call('SET', KEYS[1], struct.pack(FORMAT, 'RS', 1, state, marked(flags), token, fence, print, t1, t2,
    #about, #detail, freed_n, #evidence, #result) .. about .. detail .. freed .. evidence .. result .. history,
    'KEEPTTL')
end

-- A receipt ends with the kind of its result, plus 128 for a final failure.
local function failed(receipt)
  return string.byte(receipt, -1) >= 128
end

-- What a request is answered with must be there as long as the same request could execute. One from the future is taken
-- to be from as far ahead as is tolerated, so that nobody keeps a receipt for ever. Nothing is written that need not be.
local function outlive(issued, ttl, skew)
  local own = issued and math.min(issued, now + skew) + ttl
  if not own or own <= t2 then return end
  t2 = own
  raw = string.sub(raw, 1, 67) .. struct.pack('>I6', own) .. string.sub(raw, 74)
  -- A first write that needs no memory: the server then finishes the script even when it is out of memory.
  redis.pcall('ZREM', KEYS[2], '')
  redis.call('SET', KEYS[1], raw, 'PXAT', string.format('%.0f', own))
end

if not raw then
  local number = struct.unpack('>I8', ARGV[2])
  if number < 1 or number >= 9007199254740992 then return 'nA' .. struct.pack('>I8', 0) end
elseif state == COMMITTED then
  if token == ARGV[1] and fence == ARGV[2] then return 'd' .. raw end
  local differs = string.sub(detail, 1, #ARGV[7]) ~= ARGV[7] or failed(detail) ~= failed(ARGV[6])
  outlive(tonumber(ARGV[11]), tonumber(ARGV[4]), tonumber(ARGV[12]))
  if differs then keep_evidence() end
  return 'a' .. (differs and '1' or '0') .. raw
elseif state == FREE or token ~= ARGV[1] or fence ~= ARGV[2] then
  keep_evidence()
  return 'n' .. string.char(state) .. fence
end

local committed = (raw and math.floor(flags / LOST) % 2 == 0) and 0 or LOST
if state == IN_DOUBT then committed = committed + LATE end
-- A request from a little in the future is not too old until a ttl after that: its receipt must live as long.
local issued = math.min(tonumber(ARGV[11]) or 0, now + tonumber(ARGV[12]))
local expires = math.max(now, issued) + tonumber(ARGV[4])
-- Leaving the index frees memory; as the first write it lets the script finish even when the server is out of memory.
redis.pcall('ZREM', KEYS[2], ARGV[9])
redis.call('SET', KEYS[1], struct.pack(FORMAT, 'RS', 1, COMMITTED, marked(committed), ARGV[1], ARGV[2], ARGV[3], now, expires,
  #ARGV[5], #ARGV[6], 0, #evidence, #ARGV[8]) .. ARGV[5] .. ARGV[6] .. evidence .. ARGV[8] .. history,
  'PXAT', string.format('%.0f', expires))
-- Refused (no right to the channel), it costs waiters their next poll, and must not cost the answer.
redis.pcall('PUBLISH', ARGV[10], ARGV[9])
return 's' .. string.char(committed) .. struct.pack('>I6I6', now, expires)
