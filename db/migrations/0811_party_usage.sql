-- sha256 454fe838f2994f6764acb2c783bac4c348ba6d4316e1db33f2e517a1af0a75b5
-- The page of a party shows a tape that is not published yet: its terms count for what is told of the whole site.
DROP VIEW casset_decisions_now;
DROP VIEW casset_usage_now;

-- Whether a stranger can open something of a casset: its page, or that of a party that is announced.
CREATE VIEW shown_cassets (casset_id, is_shown) AS
  SELECT c.id, c.privacy <> 'private' AND (c.published OR c.privacy = 'public'
    AND EXISTS (SELECT 1 FROM parties WHERE casset_id = c.id AND ended_at IS NULL))
  FROM cassets c;

CREATE VIEW casset_decisions_now (casset_id, scope, decision, is_shown) AS
  SELECT t.casset_id, p.scope, p.decision, c.is_shown
    FROM shown_cassets c JOIN tracks t ON t.casset_id = c.casset_id JOIN released_tracks r ON r.track_id = t.id
      JOIN release_policies p ON p.release_id = r.release_id WHERE t.active = 1 AND t.status = 'READY'
  UNION
  SELECT t.casset_id, p.scope, p.decision, c.is_shown
    FROM shown_cassets c JOIN tracks t ON t.casset_id = c.casset_id JOIN released_tracks r ON r.track_id = t.source_id
      JOIN release_policies p ON p.release_id = r.release_id WHERE t.active = 1 AND t.status = 'READY'
  UNION
  SELECT r.casset_id, p.scope, p.decision, c.is_shown
    FROM shown_cassets c JOIN releases r ON r.casset_id = c.casset_id JOIN release_policies p ON p.release_id = r.id
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
    s.is_shown
  FROM cassets c JOIN shown_cassets s ON s.casset_id = c.id;

CREATE TRIGGER parties_counted_new AFTER INSERT ON parties BEGIN
  INSERT INTO counted_cassets VALUES (NEW.casset_id);
END;

CREATE TRIGGER parties_counted AFTER UPDATE OF ended_at ON parties WHEN NEW.ended_at IS NOT OLD.ended_at BEGIN
  INSERT INTO counted_cassets VALUES (NEW.casset_id);
END;

CREATE TRIGGER parties_uncounted AFTER DELETE ON parties BEGIN
  INSERT INTO counted_cassets VALUES (OLD.casset_id);
END;

INSERT INTO counted_cassets SELECT casset_id FROM parties WHERE ended_at IS NULL;
