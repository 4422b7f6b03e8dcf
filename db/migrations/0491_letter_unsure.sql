-- sha256 1adb937fddeda02680b378e916410a114869ecd6b87f208f5814f2ba83b6a506
-- Of the emails of a letter that count as sent, those of which the mail server's answer was lost.
ALTER TABLE letters ADD COLUMN unsure INTEGER NOT NULL DEFAULT 0;
UPDATE letters SET unsure = (
  SELECT count(*) FROM letter_recipients WHERE letter_id = letters.id AND state = 'SENT' AND problem IS NOT NULL
) WHERE begun_at IS NOT NULL;
