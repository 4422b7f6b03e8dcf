-- What the published releases of each casset allow, kept by triggers, so that pages, streams and robots.txt never look
-- through releases. Triggers on other tables name `listed_cassets` and not `cassets`, which can so be rebuilt.

CREATE TABLE listed_cassets (
  casset_id TEXT PRIMARY KEY REFERENCES cassets (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE casset_decisions (
  casset_id TEXT NOT NULL REFERENCES cassets (id) ON DELETE CASCADE,
  scope TEXT NOT NULL,
  decision TEXT NOT NULL,
  releases INTEGER NOT NULL,
  is_listed INTEGER NOT NULL,
  PRIMARY KEY (casset_id, scope, decision)
) STRICT, WITHOUT ROWID;
CREATE INDEX casset_decisions_listed ON casset_decisions (scope, decision) WHERE is_listed = 1 AND releases > 0;

INSERT INTO listed_cassets (casset_id) SELECT id FROM cassets WHERE published AND privacy = 'public';
INSERT INTO casset_decisions (casset_id, scope, decision, releases, is_listed)
  SELECT r.casset_id, p.scope, p.decision, count(*), EXISTS (SELECT 1 FROM listed_cassets WHERE casset_id = r.casset_id)
  FROM releases r JOIN release_policies p ON p.release_id = r.id
  WHERE EXISTS (SELECT 1 FROM release_versions WHERE release_id = r.id AND manifest_status = 'READY')
  GROUP BY r.casset_id, p.scope, p.decision;

CREATE TRIGGER cassets_listed AFTER INSERT ON cassets WHEN NEW.published AND NEW.privacy = 'public' BEGIN
  INSERT INTO listed_cassets (casset_id) VALUES (NEW.id);
END;
CREATE TRIGGER cassets_listed_again AFTER UPDATE OF published, privacy ON cassets
WHEN NEW.published AND NEW.privacy = 'public' BEGIN
  INSERT OR IGNORE INTO listed_cassets (casset_id) VALUES (NEW.id);
  UPDATE casset_decisions SET is_listed = 1 WHERE casset_id = NEW.id;
END;
CREATE TRIGGER cassets_unlisted AFTER UPDATE OF published, privacy ON cassets
WHEN NOT (NEW.published AND NEW.privacy = 'public') BEGIN
  DELETE FROM listed_cassets WHERE casset_id = NEW.id;
  UPDATE casset_decisions SET is_listed = 0 WHERE casset_id = NEW.id;
END;

-- The first signed version makes a release count; later ones change nothing of it.
CREATE TRIGGER release_versions_decided AFTER UPDATE OF manifest_status ON release_versions
WHEN NEW.manifest_status = 'READY' AND NOT EXISTS (
  SELECT 1 FROM release_versions WHERE release_id = NEW.release_id AND manifest_status = 'READY' AND id <> NEW.id)
BEGIN
  INSERT INTO casset_decisions (casset_id, scope, decision, releases, is_listed)
    SELECT r.casset_id, p.scope, p.decision, 1, EXISTS (SELECT 1 FROM listed_cassets WHERE casset_id = r.casset_id)
    FROM releases r JOIN release_policies p ON p.release_id = r.id WHERE r.id = NEW.release_id
    ON CONFLICT DO UPDATE SET releases = releases + 1;
END;
CREATE TRIGGER release_policies_decided AFTER UPDATE OF decision ON release_policies
WHEN NEW.decision <> OLD.decision
  AND EXISTS (SELECT 1 FROM release_versions WHERE release_id = NEW.release_id AND manifest_status = 'READY')
BEGIN
  UPDATE casset_decisions SET releases = releases - 1
    WHERE casset_id = (SELECT casset_id FROM releases WHERE id = NEW.release_id)
      AND scope = OLD.scope AND decision = OLD.decision;
  INSERT INTO casset_decisions (casset_id, scope, decision, releases, is_listed)
    SELECT casset_id, NEW.scope, NEW.decision, 1,
      EXISTS (SELECT 1 FROM listed_cassets WHERE casset_id = releases.casset_id)
    FROM releases WHERE id = NEW.release_id
    ON CONFLICT DO UPDATE SET releases = releases + 1;
END;

-- Words by which published releases are found: those of the newest signed version, at its place in the log.
CREATE VIRTUAL TABLE release_search USING fts5 (
  title, artist, tracks, release_id UNINDEXED, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
);
INSERT INTO release_search (rowid, title, artist, tracks, release_id)
  SELECT v.log_position, v.manifest ->> '$.release.title',
    (v.manifest ->> '$.artist.displayName') || ' ' || (v.manifest ->> '$.artist.handle'),
    (SELECT group_concat(value ->> '$.title', ' ') FROM json_each(v.manifest, '$.tracks')), v.release_id
  FROM release_versions v WHERE v.manifest_status = 'READY' AND v.canonical_version = (
    SELECT max(canonical_version) FROM release_versions WHERE release_id = v.release_id AND manifest_status = 'READY');
CREATE TRIGGER release_versions_found AFTER UPDATE OF manifest_status ON release_versions
WHEN NEW.manifest_status = 'READY' BEGIN
  DELETE FROM release_search WHERE rowid IN (
    SELECT log_position FROM release_versions
    WHERE release_id = NEW.release_id AND manifest_status = 'READY' AND id <> NEW.id);
  INSERT INTO release_search (rowid, title, artist, tracks, release_id)
    VALUES (NEW.log_position, NEW.manifest ->> '$.release.title',
      (NEW.manifest ->> '$.artist.displayName') || ' ' || (NEW.manifest ->> '$.artist.handle'),
      (SELECT group_concat(value ->> '$.title', ' ') FROM json_each(NEW.manifest, '$.tracks')), NEW.release_id);
END;
