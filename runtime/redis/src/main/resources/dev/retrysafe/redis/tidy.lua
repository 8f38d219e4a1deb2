-- Takes a name out of the index whose record is gone, or not open any more.
--
-- KEYS   1 the record   2 the index of open records with the same tag
-- ARGV   1 the record's name in the index
-- Reply  'k'                   taken out, now or before
--        'n'                   it belongs there; nothing changed
--        '!' | '?' version     not a record of ours | of an unknown format; nothing changed
--
-- Atomic, because a claim between our look and our write would be listed no more.

if raw and (state == PENDING or state == IN_DOUBT) then return 'n' end
redis.call('ZREM', KEYS[2], ARGV[1])
return 'k'
