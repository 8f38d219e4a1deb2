-- The history: a kind, a length and an entry for each attempt that ended and each decision.

local HISTORY_HEAD = 5
-- One more than are shown: the last attempt itself may be among them, once a person has decided about it.
local MOST_ATTEMPTS = 9

-- Who claimed, with the text's length before it.
local function owner()
  local at = behind_key(about) + 1
  for _ = 1, 3 do at = behind_text(about, at) end
  return string.sub(about, at)
end

-- Adds the last attempt, as it ended, to the history, once. The last nine attempts are kept, and every decision.
local function remember(ended_at, ended_as, failure)
  if struct.unpack('>I8', fence) == 0 then return end
  local kept, attempts, i = {}, {}, 1
  while i <= #history do
    local entry = string.sub(history, i, i + HISTORY_HEAD + struct.unpack('>I4', history, i + 1) - 1)
    kept[#kept + 1] = entry
    if string.sub(entry, 1, 1) == 'A' then
      if string.sub(entry, HISTORY_HEAD + 1, HISTORY_HEAD + 8) == fence then return end
      attempts[#attempts + 1] = #kept
    end
    i = i + #entry
  end
  if #attempts == MOST_ATTEMPTS then table.remove(kept, attempts[1]) end
  local attempt = fence .. struct.pack('>I6', ended_at) .. ended_as .. owner() .. failure
  history = table.concat(kept) .. 'A' .. struct.pack('>I4', #attempt) .. attempt
end
