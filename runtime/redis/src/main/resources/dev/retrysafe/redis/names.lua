-- Names the oldest open records of one tag. Changes nothing.
--
-- KEYS   1 the index of open records
-- ARGV   1 from when on, ms, or -inf   2 how many at most
-- Reply  of each, oldest first: its time (8 bytes, a double), the length of its name (4 bytes), its name
--
-- A script, because clients send a batch of plain reads to a replica, which may not have heard of the latest.

local entries = redis.call('ZRANGEBYSCORE', KEYS[1], ARGV[1], '+inf', 'WITHSCORES', 'LIMIT', 0, ARGV[2])
local reply = {}
for i = 1, #entries, 2 do
  reply[#reply + 1] = struct.pack('>dI4', tonumber(entries[i + 1]), #entries[i]) .. entries[i]
end
return table.concat(reply)
