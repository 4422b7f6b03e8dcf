-- sha256 8e97e9b458857cac542a599b9920b1ec2563f9eb695169ae28a49160d2b24d11
-- Tracks are found by those who made them, too.
DROP VIEW casset_titles;
CREATE VIEW casset_titles (position, titles) AS
  SELECT s.position, (SELECT group_concat(words, ' ') FROM (
    SELECT title || coalesce(' ' || (SELECT group_concat(value ->> '$.name', ' ') FROM json_each(by_names)), '') AS words
    FROM tracks WHERE casset_id = s.casset_id AND active = 1 AND status = 'READY'
      AND NOT EXISTS (SELECT 1 FROM unfound_tracks WHERE track_id = tracks.id) ORDER BY position LIMIT 100))
  FROM searched_cassets s;

CREATE TRIGGER tracks_found_by_names AFTER UPDATE OF by_names ON tracks WHEN NEW.by_names IS NOT OLD.by_names BEGIN
  UPDATE casset_search SET tracks = (SELECT titles FROM casset_titles WHERE position = casset_search.rowid)
    WHERE rowid = (SELECT position FROM searched_cassets WHERE casset_id = NEW.casset_id);
END;
