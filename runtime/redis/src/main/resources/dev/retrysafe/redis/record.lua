-- Reads the record. It stands before every script.
--
-- Behind it there are: raw, its bytes, or false where there is none; its parts; and the server's time, in ms.
-- It answers by itself    '!' | '?' version     not a record of ours | of an unknown format; nothing changed

local FORMAT = '>c2BBBc16c8c32I6I6I4I4BI4I4'
local HEAD = 90
local PENDING, IN_DOUBT, COMMITTED, FREE = 80, 68, 67, 70
local LATE, LOST, EARLIER_UNKNOWN, HISTORY = 1, 2, 4, 8
-- A freed token is a token (16) and when it was freed (6). It is remembered for as long as a command can be late, in ms.
local FREED = 22
local COMMAND_LATE_AT_MOST = 1800000

local raw = redis.pcall('GET', KEYS[1])
if type(raw) == 'table' then
  if string.sub(raw.err, 1, 9) == 'WRONGTYPE' then return '!' end
  return raw
end
local magic, version, state, flags, token, fence, print, t1, t2, about_n, detail_n, freed_b, evidence_n, result_n
local about, detail, freed, evidence, result, history, bare_n = '', '', '', '', '', '', 0
if raw then
  if #raw < 4 or string.sub(raw, 1, 2) ~= 'RS' then return '!' end
  if string.byte(raw, 3) ~= 1 then return '?' .. string.sub(raw, 3, 3) end
  if #raw < HEAD then return '!' end
  magic, version, state, flags, token, fence, print, t1, t2, about_n, detail_n, freed_b, evidence_n, result_n =
    struct.unpack(FORMAT, raw)
  local at = HEAD
  local function section(n)
    at = at + n
    return string.sub(raw, at - n + 1, at)
  end
  about, detail = section(about_n), section(detail_n)
  if freed_b == 1 then
    local count = section(4)
    if #count < 4 then return '!' end
    freed = section(struct.unpack('>I4', count) * FREED)
  end
  evidence = section(evidence_n)
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
  if at ~= #raw or flags >= HISTORY or freed_b > 1 or not known then return '!' end
end
-- The flags of a record that is written with the history it has.
local function marked(flags)
  return history == '' and flags or flags + HISTORY
end
-- Whether the store had lost it during an attempt.
local function was_lost()
  return math.floor(flags / LOST) % 2 == 1
end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
-- Goes through the freed tokens that are still remembered.
local function freed_lately(each)
  for i = 1, #freed, FREED do
    if struct.unpack('>I6', freed, i + 16) + COMMAND_LATE_AT_MOST > now then each(string.sub(freed, i, i + FREED - 1)) end
  end
end
-- Whether an attempt with this token gave the operation back, or took its claim back.
local function was_freed(attempt)
  local found = false
  freed_lately(function(entry) found = found or string.sub(entry, 1, 16) == attempt end)
  return found
end
-- Remembers that an attempt with this token never claims again.
local function free(attempt)
  freed = freed .. attempt .. struct.pack('>I6', now)
end
-- The freed tokens as they are written: their number, then each; nothing where there are none.
local function written_freed()
  local kept = {}
  freed_lately(function(entry) kept[#kept + 1] = entry end)
  return #kept == 0 and '' or struct.pack('>I4', #kept) .. table.concat(kept)
end
