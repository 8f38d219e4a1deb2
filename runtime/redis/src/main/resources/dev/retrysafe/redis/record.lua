-- Reads the record. It stands before every script.
--
-- Behind it there are: raw, its bytes, or false where there is none; its parts; and the server's time, in ms.
-- It answers by itself    '!' | '?' version     not a record of ours | of an unknown format; nothing changed

local FORMAT = '>c2BBBc16c8c32I6I6I4I4BI4I4'
local HEAD = 90
local PENDING, IN_DOUBT, COMMITTED, FREE = 80, 68, 67, 70
local LATE, LOST, EARLIER_UNKNOWN, HISTORY = 1, 2, 4, 8

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
-- The flags of a record that is written with the history it has.
local function marked(flags)
  return history == '' and flags or flags + HISTORY
end
-- Whether the store had lost it during an attempt.
local function was_lost()
  return math.floor(flags / LOST) % 2 == 1
end
-- Whether an attempt with this token gave the operation back, or took its claim back.
local function was_freed(attempt)
  for i = 1, #freed, 16 do
    if string.sub(freed, i, i + 15) == attempt then return true end
  end
  return false
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
