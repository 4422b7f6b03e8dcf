-- sha256 d4d72bce14d4152650c2d4d9f18cc8f96b0eacc3bb246aabbbebaaba7e8e6b3a
-- Accounts that names of tracks stand for, and what these people say to it: a name is a link only
-- once they have agreed to it, for this casset and as it is written there.
CREATE TABLE credited_accounts (
  track_id TEXT NOT NULL REFERENCES tracks (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  casset_id TEXT NOT NULL REFERENCES cassets (id) ON DELETE CASCADE,
  artist_id TEXT NOT NULL REFERENCES artists (id),
  PRIMARY KEY (track_id, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX credited_accounts_of_casset ON credited_accounts (casset_id, artist_id, name);
CREATE INDEX credited_accounts_of_artist ON credited_accounts (artist_id);

CREATE TABLE credit_consents (
  id TEXT PRIMARY KEY,
  casset_id TEXT NOT NULL REFERENCES cassets (id) ON DELETE CASCADE,
  artist_id TEXT NOT NULL REFERENCES artists (id),
  name TEXT NOT NULL,
  asker_id TEXT NOT NULL REFERENCES artists (id),
  state TEXT NOT NULL,
  asked_at INTEGER NOT NULL,
  answered_at INTEGER,
  UNIQUE (casset_id, artist_id, name)
) STRICT;
CREATE INDEX credit_consents_of_artist ON credit_consents (artist_id, id);
CREATE INDEX credit_consents_agreed ON credit_consents (artist_id, casset_id, name) WHERE state = 'AGREED';
CREATE INDEX credit_consents_of_asker ON credit_consents (asker_id, id);
CREATE INDEX credit_consents_of_day ON credit_consents (asker_id, asked_at);

-- Whoever takes a name off a track, or the track off the casset, ends what was asked about it.
CREATE TRIGGER credited_accounts_leave AFTER UPDATE OF by_names, casset_id, withdrawn_at ON tracks
WHEN OLD.by_names IS NOT NULL BEGIN
  DELETE FROM credited_accounts WHERE track_id = NEW.id AND (
    casset_id <> NEW.casset_id OR NEW.withdrawn_at IS NOT NULL
    OR name NOT IN (SELECT value ->> '$.name' FROM json_each(coalesce(NEW.by_names, '[]'))));
END;

-- A refusal stays, so that nobody is asked again for the casset.
CREATE TRIGGER credit_consents_end AFTER DELETE ON credited_accounts BEGIN
  DELETE FROM credit_consents
    WHERE casset_id = OLD.casset_id AND artist_id = OLD.artist_id AND name = OLD.name AND state <> 'REFUSED'
      AND NOT EXISTS (SELECT 1 FROM credited_accounts o
        WHERE o.casset_id = OLD.casset_id AND o.artist_id = OLD.artist_id AND o.name = OLD.name);
END;
