-- The releases of a casset that have a signed version, so that feeds do not look through its drafts for them.
CREATE TABLE published_releases (
  casset_id TEXT NOT NULL REFERENCES cassets (id),
  release_id TEXT NOT NULL REFERENCES releases (id),
  PRIMARY KEY (casset_id, release_id)
) STRICT, WITHOUT ROWID;

INSERT INTO published_releases (casset_id, release_id)
  SELECT r.casset_id, r.id FROM releases r
  WHERE EXISTS (SELECT 1 FROM release_versions WHERE release_id = r.id AND manifest_status = 'READY');

CREATE TRIGGER releases_published AFTER UPDATE OF manifest_status ON release_versions
WHEN NEW.manifest_status = 'READY' BEGIN
  INSERT OR IGNORE INTO published_releases (casset_id, release_id)
    SELECT casset_id, id FROM releases WHERE id = NEW.release_id;
END;
