-- Claims an operation for one attempt.
--
-- KEYS   1 the record   2 the index of open records with the same tag
-- ARGV   1 token (16 bytes)   2 fingerprint (32 bytes)   3 lease, ms   4 ttl, ms   5 issued at, ms, or empty
--        6 tolerated skew, ms   7 about, opaque here   8 the record's name in the index
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

local EARLIER_UNKNOWN = 4
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

local function freed_before()
  for i = 1, #freed, 16 do
    if string.sub(freed, i, i + 15) == ARGV[1] then return true end
  end
  return false
end

if raw then
  if freed_before() then return 'r' end
  if state ~= FREE and print ~= ARGV[2] then return 'x' .. string.sub(raw, 1, bare_n) end
  if state == COMMITTED then
    outlive(tonumber(ARGV[5]), tonumber(ARGV[4]), tonumber(ARGV[6]))
    return 'd' .. raw
  end
  if state == IN_DOUBT then return 'i' .. struct.pack('>I6', now) .. raw end
  if state == PENDING then
    if token == ARGV[1] then return (flags >= EARLIER_UNKNOWN and 't' or 'c') .. fence end
    if now < t1 then return 'p' .. fence .. struct.pack('>I6', t1 - now) end
    local lapsed = string.sub(raw, 1, 3) .. 'D' .. string.sub(raw, 5, 61) .. struct.pack('>I6', now) .. string.sub(raw, 68)
    -- A first write that needs no memory: the server then finishes the script even when it is out of memory.
    redis.pcall('ZREM', KEYS[2], '')
    redis.call('SET', KEYS[1], lapsed)
    return 'i' .. struct.pack('>I6', now) .. lapsed
  end
end

local issued = tonumber(ARGV[5])
if issued and (now - issued >= tonumber(ARGV[4]) or issued - now > tonumber(ARGV[6])) then
  return 'u' .. struct.pack('>I6', now)
end
local next_fence = struct.pack('>I8', (raw and struct.unpack('>I8', fence) or 0) + 1)
if raw then remember(t1, 'F', '') end
redis.call('ZADD', KEYS[2], string.format('%.0f', now), ARGV[8])
redis.call('SET', KEYS[1], struct.pack(FORMAT, 'RS', 1, PENDING, marked(0), ARGV[1], next_fence, ARGV[2],
  now + tonumber(ARGV[3]), now, #ARGV[7], 0, freed_n or 0, #evidence, 0) .. ARGV[7] .. freed .. evidence .. history)
return 'c' .. next_fence
