-- Stores the outcome of an effect in doubt that was found at the remote side, without a claim.
--
-- KEYS   1 the record   2 the index of open records with the same tag
-- ARGV   1 token (16 bytes)   2 fence seen (8 bytes)   3 fingerprint (32 bytes)   4 ttl, ms   5 about, opaque here
--        6 receipt, beginning with   7 the remote id as it is written there   8 result
--        9 the record's name in the index   10 the tag's channel   11 issued at, ms, or empty   12 tolerated skew, ms
--        13 max request age, ms
-- Reply  's' flags committed-at expires-at   stored now
--        'd' record            stored by an earlier sending; the record
--        'a' differs record    another outcome stands; differs is '1' when its remote id is another, or one is a failure
--                              and the other not; this receipt is then kept as evidence
--        'n' state fence       another attempt's, or an owner is alive; nothing changed
--        '!' | '?' version     not a record of ours | of an unknown format; nothing changed
--
-- Atomic, because the owner's late commit, or a takeover, between our look and our write would be overwritten.
-- The record gets the finder's token, so that a late commit of the owner is compared with what was found.

if not raw then
  -- The store has lost it; the effect is known to have happened all the same.
  local number = struct.unpack('>I8', ARGV[2])
  if number < 1 or number >= 9007199254740992 then return 'nA' .. struct.pack('>I8', 0) end
elseif print ~= ARGV[3] then
  return 'n' .. string.char(state) .. fence
elseif state == COMMITTED then
  return compare()
elseif fence ~= ARGV[2] or state == FREE or (state == PENDING and now < t1) then
  return 'n' .. string.char(state) .. fence
end

return store(true)
