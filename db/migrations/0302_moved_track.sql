-- sha256 cb203199eb530f604df09ae38f275ae46c58de4d8628781add7ad9a11fcf0bad
-- The words by which a tape is found follow a track that goes to another tape.
CREATE TRIGGER tracks_found_moved AFTER UPDATE OF casset_id ON tracks WHEN NEW.casset_id <> OLD.casset_id BEGIN
  UPDATE casset_search SET tracks = (SELECT titles FROM casset_titles WHERE position = casset_search.rowid)
    WHERE rowid IN (SELECT position FROM searched_cassets WHERE casset_id IN (OLD.casset_id, NEW.casset_id));
END;
