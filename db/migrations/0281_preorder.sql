-- sha256 f99392ec03ac570851521ac730ccf56e56d557da8627f49880c66681bbec00b5
-- Preorders: a tape that opens at an hour. Until then the tracks that are not open exist for their artist alone:
-- `tracks.closed` says it, next to `active` and `status`, wherever somebody may hear or download something.
ALTER TABLE cassets ADD COLUMN opens_at INTEGER;
-- The artist's time zone by its IANA name, in which the hour is told.
ALTER TABLE cassets ADD COLUMN opens_zone TEXT;
-- The tracks that are open already, as a JSON list of ids.
ALTER TABLE cassets ADD COLUMN open_track_ids TEXT NOT NULL DEFAULT '[]';
-- When the preorder was called off: the tape stays closed until its artist gives it another hour, or opens it.
ALTER TABLE cassets ADD COLUMN called_off_at INTEGER;
CREATE INDEX cassets_opening ON cassets (opens_at) WHERE opens_at IS NOT NULL;

ALTER TABLE tracks ADD COLUMN closed INTEGER NOT NULL DEFAULT 0;

-- The hours that a preorder had while somebody held it: which hour was promised at an order, and how far it may move.
CREATE TABLE opening_moves (
  id TEXT PRIMARY KEY,
  casset_id TEXT NOT NULL REFERENCES cassets (id) ON DELETE CASCADE,
  moved_at INTEGER NOT NULL,
  from_at INTEGER NOT NULL,
  to_at INTEGER NOT NULL
) STRICT;
CREATE INDEX opening_moves_by_casset ON opening_moves (casset_id, moved_at);

CREATE TRIGGER cassets_close_tracks AFTER UPDATE OF opens_at, open_track_ids, called_off_at ON cassets BEGIN
  UPDATE tracks SET closed = 1 - closed
    WHERE casset_id = NEW.id AND closed <> ((NEW.opens_at IS NOT NULL OR NEW.called_off_at IS NOT NULL)
      AND id NOT IN (SELECT value FROM json_each(NEW.open_track_ids)));
END;

CREATE TRIGGER tracks_closed_new AFTER INSERT ON tracks
  WHEN NEW.closed <> EXISTS (SELECT 1 FROM cassets WHERE id = NEW.casset_id
    AND (opens_at IS NOT NULL OR called_off_at IS NOT NULL)) BEGIN
  UPDATE tracks SET closed = 1 - closed WHERE id = NEW.id;
END;
