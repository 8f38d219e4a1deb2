-- What commit and found share: storing an outcome, comparing it with the one that stands, and keeping as evidence the
-- receipts of attempts that were refused, or that found another outcome.
--
-- ARGV   as in these two

local EVIDENCE_HEAD = 34
local MOST_EVIDENCE = 3

-- Keeps this receipt beside the record, once: token, fence, time, length, receipt.
local function keep_evidence()
  local kept, i = {}, 1
  while i <= #evidence do
    local entry = string.sub(evidence, i, i + EVIDENCE_HEAD + struct.unpack('>I4', evidence, i + EVIDENCE_HEAD - 4) - 1)
    if string.sub(entry, 1, 16) == ARGV[1] then return end
    kept[#kept + 1] = entry
    i = i + #entry
  end
  kept[#kept + 1] = ARGV[1] .. ARGV[2] .. struct.pack('>I6I4', now, #ARGV[6]) .. ARGV[6]
  if #kept > MOST_EVIDENCE then table.remove(kept, 1) end
  evidence = table.concat(kept)
  local tokens = written_freed()
  -- A first write that needs no memory: the server then finishes the script even when it is out of memory.
  redis.pcall('ZREM', KEYS[2], '')
  redis.call('SET', KEYS[1], struct.pack(FORMAT, 'RS', 1, state, marked(flags), token, fence, print, t1, t2,
    #about, #detail, math.min(#tokens, 1), #evidence, #result) .. about .. detail .. tokens .. evidence .. result .. history,
    'KEEPTTL')
end

-- A receipt ends with the kind of its result, plus 128 for a final failure.
local function failed(receipt)
  return string.byte(receipt, -1) >= 128
end

local function compare()
  if token == ARGV[1] and fence == ARGV[2] then return 'd' .. raw end
  local differs = string.sub(detail, 1, #ARGV[7]) ~= ARGV[7] or failed(detail) ~= failed(ARGV[6])
  outlive(tonumber(ARGV[11]), tonumber(ARGV[13]), tonumber(ARGV[12]))
  if differs then keep_evidence() end
  return 'a' .. (differs and '1' or '0') .. raw
end

-- A request is not too old until its greatest age after it was issued, perhaps a little in the future: its receipt must live
-- as long. Another attempt's request is not known any more, and may be from as far ahead as is tolerated.
local function store(after_another)
  local committed = (raw and not was_lost()) and 0 or LOST
  if state == IN_DOUBT then committed = committed + LATE end
  local latest = now + tonumber(ARGV[12])
  local too_old = math.min(tonumber(ARGV[11]) or 0, latest) + tonumber(ARGV[13])
  local expires = math.max((after_another and latest or now) + tonumber(ARGV[4]), too_old)
  -- Leaving the index frees memory; as the first write it lets the script finish even when the server is out of memory.
  redis.pcall('ZREM', KEYS[2], ARGV[9])
  redis.call('SET', KEYS[1], struct.pack(FORMAT, 'RS', 1, COMMITTED, marked(committed), ARGV[1], ARGV[2], ARGV[3],
    now, expires, #ARGV[5], #ARGV[6], 0, #evidence, #ARGV[8]) .. ARGV[5] .. ARGV[6] .. evidence .. ARGV[8] .. history,
    'PXAT', string.format('%.0f', expires))
  -- Refused (no right to the channel), it costs waiters their next poll, and must not cost the answer.
  redis.pcall('PUBLISH', ARGV[10], ARGV[9])
  return 's' .. string.char(committed) .. struct.pack('>I6I6', now, expires)
end
