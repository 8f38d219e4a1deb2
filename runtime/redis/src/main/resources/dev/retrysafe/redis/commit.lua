-- Stores an attempt's outcome.
--
-- KEYS   1 the record   2 the index of open records with the same tag
-- ARGV   1 token (16 bytes)   2 fence (8 bytes)   3 fingerprint (32 bytes)   4 ttl, ms   5 about, opaque here
--        6 receipt, beginning with   7 the remote id as it is written there   8 result
--        9 the record's name in the index   10 the tag's channel   11 issued at, ms, or empty   12 tolerated skew, ms
--        13 max request age, ms
-- Reply  's' flags committed-at expires-at   stored now
--        'd' record            stored by an earlier sending; the record
--        'a' differs record    another attempt's outcome stands; differs is '1' when its remote id is another, or one
--                              is a failure and the other not; this attempt's receipt is then kept as evidence
--        'n' state fence       not this claim's any more, or committed as another effect; its receipt is kept as evidence
--        '!' | '?' version     not a record of ours | of an unknown format; nothing changed
--
-- Atomic, because two commits, or a commit and a release, would else overwrite one another.

if not raw then
  local number = struct.unpack('>I8', ARGV[2])
  if number < 1 or number >= 9007199254740992 then return 'nA' .. struct.pack('>I8', 0) end
elseif state == COMMITTED and print == ARGV[3] then
  return compare()
elseif state == COMMITTED or state == FREE or token ~= ARGV[1] or fence ~= ARGV[2] then
  keep_evidence()
  return 'n' .. string.char(state) .. fence
end

return store(struct.unpack('>I8', ARGV[2]) > 1)
