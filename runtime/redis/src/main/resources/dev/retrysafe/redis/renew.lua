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
return math.floor(flags / LOST) % 2 == 1 and 'h' or 'k'
