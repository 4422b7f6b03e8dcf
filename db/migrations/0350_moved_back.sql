-- sha256 11fa572a734514ca276b9ceb39d9b92e4e8b3fb57bc13512d8e23df256d7d3a7
-- A track that comes to a preorder where it was open before is open there again.
DROP TRIGGER tracks_closed_moved;
CREATE TRIGGER tracks_closed_moved AFTER UPDATE OF casset_id ON tracks WHEN NEW.casset_id <> OLD.casset_id BEGIN
  UPDATE tracks SET closed = EXISTS (SELECT 1 FROM cassets WHERE id = NEW.casset_id
    AND (opens_at IS NOT NULL OR called_off_at IS NOT NULL)
    AND NEW.id NOT IN (SELECT value FROM json_each(open_track_ids))) WHERE id = NEW.id;
END;
