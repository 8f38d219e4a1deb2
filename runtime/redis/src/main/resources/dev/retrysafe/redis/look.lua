-- Says what a claim would find, without claiming.
--
-- KEYS   1 the record   2 the index of open records with the same tag
-- ARGV   1 fingerprint (32 bytes)   2 max request age, ms   3 issued at, ms, or empty   4 tolerated skew, ms
-- Reply  'r'                   nobody holds the operation
--        'x' record            another fingerprint; the record without its result; nothing changed
--        'd' record            committed; from now on kept for as long as this request could execute
--        'p' fence time-left   a lease is running
--        'i' time record       in doubt; from now on, if it was the lease that lapsed
--        '!' | '?' version     not a record of ours | of an unknown format; nothing changed
--
-- Atomic, because the first answer that says "in doubt" must be the last moment at which the lapsed owner could renew.

if not raw or state == FREE then return 'r' end
if print ~= ARGV[1] then return 'x' .. string.sub(raw, 1, bare_n) end
if state == COMMITTED then
  outlive(tonumber(ARGV[3]), tonumber(ARGV[2]), tonumber(ARGV[4]))
  return 'd' .. raw
end
if state == IN_DOUBT then return 'i' .. struct.pack('>I6', now) .. raw end
if now < t1 then return 'p' .. fence .. struct.pack('>I6', t1 - now) end
return lapse()
