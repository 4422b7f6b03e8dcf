-- sha256 e418e653672bbda1bf47619ba86f7210dff64bb9b87645db3beea13510f93b6a
-- A track that moves to another tape is closed or open as that tape is.
CREATE TRIGGER tracks_closed_moved AFTER UPDATE OF casset_id ON tracks WHEN NEW.casset_id <> OLD.casset_id BEGIN
  UPDATE tracks SET closed = EXISTS (SELECT 1 FROM cassets WHERE id = NEW.casset_id
    AND (opens_at IS NOT NULL OR called_off_at IS NOT NULL)) WHERE id = NEW.id;
END;
