-- sha256 33c168001525b758180e06cb01000fc122bef2d8e4ba4f8847c26f60b7725864
-- What may be done with what is on a casset: the strictest terms of the tracks on it, each of which has those of the
-- published releases that have it, and the defaults where none has.
DROP TRIGGER release_policies_decided;
DROP TRIGGER release_versions_decided;
DROP TRIGGER cassets_listed_again;
DROP TRIGGER cassets_unlisted;
DROP TABLE casset_decisions;

-- The releases that have a track: by their newest signed version, or by the draft of the next one. `is_open` where both
-- do: what a draft changes makes nothing freer before it is signed.
CREATE TABLE released_tracks (
  track_id TEXT NOT NULL REFERENCES tracks (id) ON DELETE CASCADE,
  release_id TEXT NOT NULL REFERENCES releases (id),
  is_open INTEGER NOT NULL,
  PRIMARY KEY (track_id, release_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX released_tracks_by_release ON released_tracks (release_id);

-- Each decision about what is on a casset.
CREATE TABLE casset_decisions (
  casset_id TEXT NOT NULL REFERENCES cassets (id) ON DELETE CASCADE,
  scope TEXT NOT NULL,
  decision TEXT NOT NULL,
  is_listed INTEGER NOT NULL,
  PRIMARY KEY (casset_id, scope, decision)
) STRICT, WITHOUT ROWID;
CREATE INDEX casset_decisions_listed ON casset_decisions (scope, decision) WHERE is_listed = 1;

-- Whether the defaults apply to something on a casset, and whether anything on it may be found by a search.
CREATE TABLE casset_usage (
  casset_id TEXT PRIMARY KEY REFERENCES cassets (id) ON DELETE CASCADE,
  has_defaults INTEGER NOT NULL,
  is_found INTEGER NOT NULL,
  is_listed INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX casset_usage_listed ON casset_usage (has_defaults, casset_id) WHERE is_listed = 1;

-- The tracks on a casset that no search may find.
CREATE TABLE unfound_tracks (
  track_id TEXT PRIMARY KEY REFERENCES tracks (id) ON DELETE CASCADE,
  casset_id TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX unfound_tracks_by_casset ON unfound_tracks (casset_id);

-- The four as they have to be. Those of a casset are made in this order, each from the one before.
CREATE VIEW released_tracks_now (track_id, release_id, is_open) AS
  SELECT t.track_id, t.release_id, EXISTS (SELECT 1 FROM release_files WHERE version_id = v.id AND track_id = t.track_id)
    FROM release_tracks t JOIN release_versions v ON v.id = (SELECT id FROM release_versions
      WHERE release_id = t.release_id AND manifest_status = 'READY' ORDER BY canonical_version DESC LIMIT 1)
  UNION ALL
  SELECT DISTINCT f.track_id, v.release_id, 0
    FROM release_versions v JOIN release_files f ON f.version_id = v.id JOIN tracks t ON t.id = f.track_id
    WHERE v.id = (SELECT id FROM release_versions
        WHERE release_id = v.release_id AND manifest_status = 'READY' ORDER BY canonical_version DESC LIMIT 1)
      AND NOT EXISTS (SELECT 1 FROM release_tracks WHERE release_id = v.release_id AND track_id = f.track_id);

CREATE VIEW casset_decisions_now (casset_id, scope, decision, is_listed) AS
  SELECT t.casset_id, p.scope, p.decision, c.published AND c.privacy = 'public'
    FROM cassets c JOIN tracks t ON t.casset_id = c.id JOIN released_tracks r ON r.track_id = t.id
      JOIN release_policies p ON p.release_id = r.release_id WHERE t.active = 1 AND t.status = 'READY'
  UNION
  SELECT t.casset_id, p.scope, p.decision, c.published AND c.privacy = 'public'
    FROM cassets c JOIN tracks t ON t.casset_id = c.id JOIN released_tracks r ON r.track_id = t.source_id
      JOIN release_policies p ON p.release_id = r.release_id WHERE t.active = 1 AND t.status = 'READY'
  UNION
  SELECT r.casset_id, p.scope, p.decision, c.published AND c.privacy = 'public'
    FROM cassets c JOIN releases r ON r.casset_id = c.id JOIN release_policies p ON p.release_id = r.id
    WHERE EXISTS (SELECT 1 FROM release_versions WHERE release_id = r.id AND manifest_status = 'READY');

CREATE VIEW unfound_tracks_now (track_id, casset_id) AS
  SELECT t.id, t.casset_id FROM tracks t
    WHERE t.active = 1 AND t.status = 'READY' AND EXISTS (
      SELECT 1 FROM released_tracks r JOIN release_policies p ON p.release_id = r.release_id
      WHERE r.track_id IN (t.id, t.source_id) AND p.scope = 'search-index' AND p.decision <> 'ALLOW');

CREATE VIEW casset_usage_now (casset_id, has_defaults, is_found, is_listed) AS
  SELECT c.id,
    NOT EXISTS (SELECT 1 FROM casset_decisions WHERE casset_id = c.id) OR EXISTS (
      SELECT 1 FROM tracks t WHERE t.casset_id = c.id AND t.active = 1 AND t.status = 'READY' AND (
        NOT EXISTS (SELECT 1 FROM released_tracks WHERE track_id = t.id AND is_open)
        OR t.source_id IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM released_tracks WHERE track_id = t.source_id AND is_open))),
    NOT EXISTS (
      SELECT 1 FROM casset_decisions WHERE casset_id = c.id AND scope = 'search-index' AND decision <> 'ALLOW') OR EXISTS (
      SELECT 1 FROM tracks t WHERE t.casset_id = c.id AND t.active = 1 AND t.status = 'READY'
        AND NOT EXISTS (SELECT 1 FROM unfound_tracks WHERE track_id = t.id)),
    c.published AND c.privacy = 'public'
  FROM cassets c;

-- A casset that is inserted here is counted again, a release with its casset and with those that copies are on.
CREATE VIEW counted_cassets (casset_id) AS SELECT casset_id FROM casset_usage;
CREATE VIEW counted_releases (release_id) AS SELECT release_id FROM released_tracks;

CREATE TRIGGER cassets_counted INSTEAD OF INSERT ON counted_cassets
WHEN EXISTS (SELECT 1 FROM cassets WHERE id = NEW.casset_id) BEGIN
  DELETE FROM casset_decisions WHERE casset_id = NEW.casset_id;
  INSERT INTO casset_decisions SELECT * FROM casset_decisions_now WHERE casset_id = NEW.casset_id;
  DELETE FROM unfound_tracks WHERE casset_id = NEW.casset_id;
  INSERT INTO unfound_tracks SELECT * FROM unfound_tracks_now WHERE casset_id = NEW.casset_id;
  INSERT OR REPLACE INTO casset_usage SELECT * FROM casset_usage_now WHERE casset_id = NEW.casset_id;
  UPDATE casset_search SET tracks = (SELECT titles FROM casset_titles WHERE position = casset_search.rowid)
    WHERE rowid = (SELECT position FROM searched_cassets WHERE casset_id = NEW.casset_id)
      AND tracks IS NOT (SELECT titles FROM casset_titles WHERE position = casset_search.rowid);
END;

CREATE TRIGGER releases_counted INSTEAD OF INSERT ON counted_releases BEGIN
  DELETE FROM released_tracks WHERE release_id = NEW.release_id;
  INSERT INTO released_tracks SELECT * FROM released_tracks_now WHERE release_id = NEW.release_id;
  INSERT INTO counted_cassets
    SELECT casset_id FROM releases WHERE id = NEW.release_id
    UNION SELECT c.casset_id FROM releases r JOIN tracks t ON t.casset_id = r.casset_id
      JOIN tracks c ON c.source_id = t.id WHERE r.id = NEW.release_id;
END;

CREATE TRIGGER release_versions_decided AFTER UPDATE OF manifest_status ON release_versions
WHEN NEW.manifest_status = 'READY' BEGIN
  INSERT INTO counted_releases VALUES (NEW.release_id);
END;

CREATE TRIGGER release_drafts_decided AFTER UPDATE OF updated_at ON releases
WHEN EXISTS (SELECT 1 FROM release_versions WHERE release_id = NEW.id AND manifest_status = 'READY') BEGIN
  INSERT INTO counted_releases VALUES (NEW.id);
END;

CREATE TRIGGER release_policies_decided AFTER UPDATE OF decision ON release_policies
WHEN NEW.decision <> OLD.decision
  AND EXISTS (SELECT 1 FROM release_versions WHERE release_id = NEW.release_id AND manifest_status = 'READY') BEGIN
  INSERT INTO counted_releases VALUES (NEW.release_id);
END;

CREATE TRIGGER cassets_counted_new AFTER INSERT ON cassets BEGIN
  INSERT INTO counted_cassets VALUES (NEW.id);
END;

CREATE TRIGGER cassets_listed_again AFTER UPDATE OF published, privacy ON cassets
WHEN NEW.published AND NEW.privacy = 'public' BEGIN
  INSERT OR IGNORE INTO listed_cassets (casset_id) VALUES (NEW.id);
  INSERT INTO counted_cassets VALUES (NEW.id);
END;

CREATE TRIGGER cassets_unlisted AFTER UPDATE OF published, privacy ON cassets
WHEN NOT (NEW.published AND NEW.privacy = 'public') BEGIN
  DELETE FROM listed_cassets WHERE casset_id = NEW.id;
  INSERT INTO counted_cassets VALUES (NEW.id);
END;

CREATE TRIGGER tracks_counted_new AFTER INSERT ON tracks WHEN NEW.active = 1 AND NEW.status = 'READY' BEGIN
  INSERT INTO counted_cassets VALUES (NEW.casset_id);
END;

CREATE TRIGGER tracks_counted AFTER UPDATE OF casset_id, active, status, source_id ON tracks
WHEN NEW.casset_id <> OLD.casset_id OR NEW.active <> OLD.active OR (NEW.status = 'READY') <> (OLD.status = 'READY')
  OR NEW.source_id IS NOT OLD.source_id BEGIN
  INSERT INTO counted_cassets SELECT OLD.casset_id UNION SELECT NEW.casset_id;
END;

CREATE TRIGGER tracks_uncounted AFTER DELETE ON tracks BEGIN
  INSERT INTO counted_cassets
    SELECT OLD.casset_id UNION SELECT casset_id FROM tracks WHERE source_id = OLD.id;
END;

-- Titles of what no search may find are not found either.
DROP VIEW casset_titles;
CREATE VIEW casset_titles (position, titles) AS
  SELECT s.position, (SELECT group_concat(title, ' ') FROM (
    SELECT title FROM tracks WHERE casset_id = s.casset_id AND active = 1 AND status = 'READY'
      AND NOT EXISTS (SELECT 1 FROM unfound_tracks WHERE track_id = tracks.id) ORDER BY position LIMIT 100))
  FROM searched_cassets s;

INSERT INTO released_tracks SELECT * FROM released_tracks_now;
INSERT INTO counted_cassets SELECT id FROM cassets;
