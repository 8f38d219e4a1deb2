-- Shows a record to a person. Changes nothing.
--
-- KEYS   1 the record   2 the index of open records with the same tag
-- Reply  'o' time record       the record without its result, then its history
--        'r' time              there is none
--        '!' | '?' version     not a record of ours | of an unknown format
--
-- A script, because only the server's time says whether a lease has lapsed.

if not raw then return 'r' .. struct.pack('>I6', now) end
return 'o' .. struct.pack('>I6', now) .. string.sub(raw, 1, bare_n) .. history
