-- sha256 8fbdccaa10ab60152b1b2917424e779c0ae3b48e8b555d33fc1c4c52c0aa1d46
-- A new site speaks five languages. Sites from before go on in English alone until their owner says otherwise, which
-- is asked at the desk: nobody made this change.
INSERT INTO setting_changes (id, name, value, is_set, user_id, changed_at)
  SELECT lower(substr(time, 1, 8) || '-' || substr(time, 9) || '-7000-8000-' || hex(randomblob(6))), 'LANGUAGES', 'en', 1, NULL, now
  FROM (SELECT now, printf('%012x', now) AS time FROM (SELECT unixepoch() * 1000 AS now))
  WHERE EXISTS (SELECT 1 FROM users)
    AND NOT coalesce((SELECT is_set FROM setting_changes WHERE name = 'LANGUAGES' ORDER BY id DESC LIMIT 1), 0);
