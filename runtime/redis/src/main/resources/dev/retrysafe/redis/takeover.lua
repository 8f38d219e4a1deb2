-- Takes an operation in doubt over for one attempt.
--
-- KEYS   1 the record   2 the index of open records with the same tag
-- ARGV   1 token (16 bytes)   2 fingerprint (32 bytes)   3 lease, ms   4 fence seen (8 bytes)
--        5 resend within, ms, or empty for no limit   6 about, the new attempt's   7 the record's name in the index
--        8 ttl, ms   9 issued at, ms, or empty   10 tolerated skew, ms
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

-- The class of mutation in an open record's "about": it lies behind the definition hash and the key.
local function class_of_mutation(text)
  local at = 2 + math.floor(((string.byte(text, 1) or 0) + 1) / 2)
  local length, weight, octet = 0, 1, 0
  repeat
    octet = string.byte(text, at) or 0
    length, weight, at = length + (octet % 128) * weight, weight * 128, at + 1
  until octet < 128
  return string.sub(text, at + length - 1, at + length - 1)
end

if not raw or state == FREE then return 'r' end
for i = 1, #freed, 16 do
  if string.sub(freed, i, i + 15) == ARGV[1] then return 'r' end
end
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
  local lapsed = string.sub(raw, 1, 3) .. 'D' .. string.sub(raw, 5, 61) .. struct.pack('>I6', now) .. string.sub(raw, 68)
  -- A first write that needs no memory: the server then finishes the script even when it is out of memory.
  redis.pcall('ZREM', KEYS[2], '')
  redis.call('SET', KEYS[1], lapsed)
  return 'i' .. struct.pack('>I6', now) .. lapsed
end
local lost = math.floor(flags / LOST) % 2 * LOST
-- A record that was lost and written again does not know its first attempt, so it is past every limit.
local past = left and (left == 0 or lost > 0 or class_of_mutation(about) ~= 'I' or class_of_mutation(ARGV[6]) ~= 'I')
if fence ~= ARGV[4] or past then return 'i' .. struct.pack('>I6', now) .. raw end
local next_fence = struct.pack('>I8', struct.unpack('>I8', fence) + 1)
remember(t1, 'D', detail)
redis.call('ZADD', KEYS[2], string.format('%.0f', t2), ARGV[7])
redis.call('SET', KEYS[1], struct.pack(FORMAT, 'RS', 1, PENDING, marked(lost + EARLIER_UNKNOWN), ARGV[1], next_fence, print,
  now + tonumber(ARGV[3]), t2, #ARGV[6], 0, freed_n, #evidence, 0) .. ARGV[6] .. freed .. evidence .. history)
return 't' .. next_fence .. left_text
