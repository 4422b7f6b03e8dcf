-- Words by which listeners find listed cassets. Triggers keep them, so that no verb can forget to.

-- The place of a casset in the index, in the order in which they were first listed. A row id of its own would not outlive
-- VACUUM INTO.
CREATE TABLE searched_cassets (
  position INTEGER PRIMARY KEY,
  casset_id TEXT NOT NULL UNIQUE REFERENCES cassets (id) ON DELETE CASCADE
) STRICT;

-- The beginning of a word is looked up in an index of its length, newest first. Of a length without one, all cassets that
-- have it would be gathered before the first is found. Without positions (detail) merging the index stays short; then a word
-- must be one token, so the marks of Indic scripts do not end it.
CREATE VIRTUAL TABLE casset_search USING fts5 (
  name, artist, tracks, detail = none, prefix = '1 2 3 4 5 6 7 8 9 10 11 12',
  tokenize = "unicode61 remove_diacritics 2 categories 'L* M* N* Co'"
);

CREATE VIEW casset_names (position, casset_id, name, artist) AS
  SELECT s.position, c.id, c.name,
    CASE WHEN c.slug IS NULL THEN a.handle || ' ' || a.display_name ELSE c.slug || ' ' || coalesce(
      (SELECT group_concat(m.display_name, ' ') FROM co_members p JOIN artists m ON m.id = p.artist_id
       WHERE p.casset_id = c.id AND p.joined_at IS NOT NULL AND p.left_at IS NULL), '') END
  FROM searched_cassets s JOIN cassets c ON c.id = s.casset_id JOIN artists a ON a.id = c.artist_id;
-- Without `cassets`, so that those of tracks do not depend on its columns.
CREATE VIEW casset_titles (position, titles) AS
  SELECT s.position, (SELECT group_concat(title, ' ') FROM (
    SELECT title FROM tracks WHERE casset_id = s.casset_id AND active = 1 AND status = 'READY' ORDER BY position LIMIT 100))
  FROM searched_cassets s;

INSERT INTO searched_cassets (casset_id)
  SELECT c.id FROM listed_cassets l JOIN cassets c ON c.id = l.casset_id ORDER BY c.published_at, c.id;
INSERT INTO casset_search (rowid, name, artist, tracks)
  SELECT position, name, artist, titles FROM casset_names JOIN casset_titles USING (position) ORDER BY position;

CREATE TRIGGER listed_cassets_found AFTER INSERT ON listed_cassets BEGIN
  INSERT INTO searched_cassets (casset_id) SELECT NEW.casset_id
    WHERE NOT EXISTS (SELECT 1 FROM searched_cassets WHERE casset_id = NEW.casset_id);
  INSERT INTO casset_search (rowid, name, artist, tracks)
    SELECT position, name, artist, titles FROM casset_names JOIN casset_titles USING (position)
      WHERE casset_id = NEW.casset_id;
END;
CREATE TRIGGER listed_cassets_lost AFTER DELETE ON listed_cassets BEGIN
  DELETE FROM casset_search WHERE rowid = (SELECT position FROM searched_cassets WHERE casset_id = OLD.casset_id);
END;

CREATE TRIGGER cassets_found_by_name AFTER UPDATE OF name ON cassets WHEN NEW.name <> OLD.name BEGIN
  UPDATE casset_search SET name = NEW.name
    WHERE rowid = (SELECT position FROM searched_cassets WHERE casset_id = NEW.id);
END;

CREATE TRIGGER artists_found_by_name AFTER UPDATE OF handle, display_name ON artists
WHEN NEW.handle <> OLD.handle OR NEW.display_name <> OLD.display_name BEGIN
  UPDATE casset_search SET artist = (SELECT artist FROM casset_names WHERE position = casset_search.rowid)
    WHERE rowid IN (SELECT position FROM searched_cassets WHERE casset_id IN (
      SELECT id FROM cassets WHERE artist_id = NEW.id
      UNION SELECT casset_id FROM co_members
        WHERE artist_id = NEW.id AND joined_at IS NOT NULL AND left_at IS NULL));
END;
CREATE TRIGGER co_members_found AFTER UPDATE OF joined_at, left_at ON co_members BEGIN
  UPDATE casset_search SET artist = (SELECT artist FROM casset_names WHERE position = casset_search.rowid)
    WHERE rowid = (SELECT position FROM searched_cassets WHERE casset_id = NEW.casset_id);
END;
CREATE TRIGGER co_members_found_new AFTER INSERT ON co_members WHEN NEW.joined_at IS NOT NULL BEGIN
  UPDATE casset_search SET artist = (SELECT artist FROM casset_names WHERE position = casset_search.rowid)
    WHERE rowid = (SELECT position FROM searched_cassets WHERE casset_id = NEW.casset_id);
END;

CREATE TRIGGER tracks_found_new AFTER INSERT ON tracks WHEN NEW.active = 1 AND NEW.status = 'READY' BEGIN
  UPDATE casset_search SET tracks = (SELECT titles FROM casset_titles WHERE position = casset_search.rowid)
    WHERE rowid = (SELECT position FROM searched_cassets WHERE casset_id = NEW.casset_id);
END;
CREATE TRIGGER tracks_found AFTER UPDATE OF title, active, status ON tracks
WHEN NEW.title <> OLD.title OR NEW.active <> OLD.active OR (NEW.status = 'READY') <> (OLD.status = 'READY') BEGIN
  UPDATE casset_search SET tracks = (SELECT titles FROM casset_titles WHERE position = casset_search.rowid)
    WHERE rowid = (SELECT position FROM searched_cassets WHERE casset_id = NEW.casset_id);
END;
CREATE TRIGGER tracks_lost AFTER DELETE ON tracks WHEN OLD.active = 1 AND OLD.status = 'READY' BEGIN
  UPDATE casset_search SET tracks = (SELECT titles FROM casset_titles WHERE position = casset_search.rowid)
    WHERE rowid = (SELECT position FROM searched_cassets WHERE casset_id = OLD.casset_id);
END;
