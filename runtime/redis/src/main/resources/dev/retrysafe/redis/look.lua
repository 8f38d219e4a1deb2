-- Says what a claim would find, without claiming.
--
-- KEYS   1 the record   2 the index of open records with the same tag
-- ARGV   1 fingerprint (32 bytes)   2 ttl, ms   3 issued at, ms, or empty   4 tolerated skew, ms
-- Reply  'r'                   nobody holds the operation
--        'x' record            another fingerprint; the record without its result; nothing changed
--        'd' record            committed; from now on kept for as long as this request could execute
--        'p' fence time-left   a lease is running
--        'i' time record       in doubt; from now on, if it was the lease that lapsed
--        '!' | '?' version     not a record of ours | of an unknown format; nothing changed
--
-- Atomic, because the first answer that says "in doubt" must be the last moment at which the lapsed owner could renew.

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

if not raw or state == FREE then return 'r' end
if print ~= ARGV[1] then return 'x' .. string.sub(raw, 1, bare_n) end
if state == COMMITTED then
  outlive(tonumber(ARGV[3]), tonumber(ARGV[2]), tonumber(ARGV[4]))
  return 'd' .. raw
end
if state == IN_DOUBT then return 'i' .. struct.pack('>I6', now) .. raw end
if now < t1 then return 'p' .. fence .. struct.pack('>I6', t1 - now) end
local lapsed = string.sub(raw, 1, 3) .. 'D' .. string.sub(raw, 5, 61) .. struct.pack('>I6', now) .. string.sub(raw, 68)
-- A first write that needs no memory: the server then finishes the script even when it is out of memory.
redis.pcall('ZREM', KEYS[2], '')
redis.call('SET', KEYS[1], lapsed)
return 'i' .. struct.pack('>I6', now) .. lapsed
