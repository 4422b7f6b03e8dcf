-- sha256 1148d781204a1683e5a5e12c2ac6e2e99a5d50760dc23cca041734f88e67f37b
-- An unlisted casset counts for what is told of the whole site: `is_shown` where a casset is published and not private.
DROP TABLE casset_decisions;
DROP TABLE casset_usage;
DROP VIEW casset_decisions_now;
DROP VIEW casset_usage_now;

CREATE TABLE casset_decisions (
  casset_id TEXT NOT NULL REFERENCES cassets (id) ON DELETE CASCADE,
  scope TEXT NOT NULL,
  decision TEXT NOT NULL,
  is_shown INTEGER NOT NULL,
  PRIMARY KEY (casset_id, scope, decision)
) STRICT, WITHOUT ROWID;
CREATE INDEX casset_decisions_shown ON casset_decisions (scope, decision) WHERE is_shown = 1;

CREATE TABLE casset_usage (
  casset_id TEXT PRIMARY KEY REFERENCES cassets (id) ON DELETE CASCADE,
  has_defaults INTEGER NOT NULL,
  is_found INTEGER NOT NULL,
  is_listed INTEGER NOT NULL,
  is_shown INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX casset_usage_listed ON casset_usage (has_defaults, casset_id) WHERE is_listed = 1;
CREATE INDEX casset_usage_shown ON casset_usage (has_defaults) WHERE is_shown = 1;

CREATE VIEW casset_decisions_now (casset_id, scope, decision, is_shown) AS
  SELECT t.casset_id, p.scope, p.decision, c.published AND c.privacy <> 'private'
    FROM cassets c JOIN tracks t ON t.casset_id = c.id JOIN released_tracks r ON r.track_id = t.id
      JOIN release_policies p ON p.release_id = r.release_id WHERE t.active = 1 AND t.status = 'READY'
  UNION
  SELECT t.casset_id, p.scope, p.decision, c.published AND c.privacy <> 'private'
    FROM cassets c JOIN tracks t ON t.casset_id = c.id JOIN released_tracks r ON r.track_id = t.source_id
      JOIN release_policies p ON p.release_id = r.release_id WHERE t.active = 1 AND t.status = 'READY'
  UNION
  SELECT r.casset_id, p.scope, p.decision, c.published AND c.privacy <> 'private'
    FROM cassets c JOIN releases r ON r.casset_id = c.id JOIN release_policies p ON p.release_id = r.id
    WHERE EXISTS (SELECT 1 FROM release_versions WHERE release_id = r.id AND manifest_status = 'READY');

CREATE VIEW casset_usage_now (casset_id, has_defaults, is_found, is_listed, is_shown) AS
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
    c.published AND c.privacy = 'public',
    c.published AND c.privacy <> 'private'
  FROM cassets c;

INSERT INTO casset_decisions SELECT * FROM casset_decisions_now;
INSERT INTO casset_usage SELECT * FROM casset_usage_now;
