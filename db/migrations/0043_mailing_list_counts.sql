-- How many are on an artist's mailing list now, kept by triggers, so that the studio never counts them.
CREATE TABLE mailing_list_counts (
  artist_id TEXT PRIMARY KEY REFERENCES artists (id) ON DELETE CASCADE,
  people INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO mailing_list_counts (artist_id, people)
  SELECT artist_id, count(*) FROM mailing_consents WHERE ended_at IS NULL GROUP BY artist_id;

CREATE TRIGGER mailing_consents_counted AFTER INSERT ON mailing_consents WHEN NEW.ended_at IS NULL BEGIN
  INSERT INTO mailing_list_counts (artist_id, people) VALUES (NEW.artist_id, 1)
    ON CONFLICT DO UPDATE SET people = people + 1;
END;

CREATE TRIGGER mailing_consents_ended AFTER UPDATE OF ended_at ON mailing_consents
WHEN OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL BEGIN
  UPDATE mailing_list_counts SET people = people - 1 WHERE artist_id = OLD.artist_id;
END;

CREATE TRIGGER mailing_consents_deleted AFTER DELETE ON mailing_consents WHEN OLD.ended_at IS NULL BEGIN
  UPDATE mailing_list_counts SET people = people - 1 WHERE artist_id = OLD.artist_id;
END;
