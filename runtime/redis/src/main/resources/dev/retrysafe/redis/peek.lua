-- Reads a record as it lies there. Changes nothing.
--
-- KEYS   1 the record
-- Reply  the server's time, ms (6 bytes); then the record, '!' for what is none, nothing where there is none
--
-- A script, because clients send a batch of plain reads to a replica, which may not have heard of the latest; and because
-- only the server's time says whether a lease has lapsed.

local raw = redis.pcall('GET', KEYS[1])
if type(raw) == 'table' then
  if string.sub(raw.err, 1, 9) ~= 'WRONGTYPE' then return raw end
  raw = '!'
end
local time = redis.call('TIME')
return struct.pack('>I6', time[1] * 1000 + math.floor(time[2] / 1000)) .. (raw or '')
