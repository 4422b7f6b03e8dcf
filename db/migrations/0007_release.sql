-- sha256 e404bd8c4a7241a49f658523f527152bf39bae307bdece3146de4700faed7748
-- Releases of an artist's tracks, their signed versions and what happened to them, and the log in which that is proven.

CREATE TABLE releases (
  id TEXT PRIMARY KEY,
  casset_id TEXT NOT NULL REFERENCES cassets (id),
  title TEXT NOT NULL,
  type TEXT NOT NULL,
  upc TEXT,
  mbid TEXT,
  release_date TEXT,
  label TEXT,
  contributors TEXT NOT NULL DEFAULT '[]',
  rights_scopes TEXT NOT NULL DEFAULT '[]',
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX releases_by_casset ON releases (casset_id, id);

CREATE TABLE release_tracks (
  release_id TEXT NOT NULL REFERENCES releases (id),
  position INTEGER NOT NULL,
  track_id TEXT NOT NULL REFERENCES tracks (id) ON DELETE CASCADE,
  PRIMARY KEY (release_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX release_tracks_by_track ON release_tracks (track_id);

CREATE TABLE release_versions (
  id TEXT PRIMARY KEY,
  release_id TEXT NOT NULL REFERENCES releases (id),
  canonical_version INTEGER NOT NULL,
  manifest_status TEXT NOT NULL DEFAULT 'QUEUED',
  problem TEXT,
  notes TEXT,
  content_hash TEXT,
  manifest TEXT,
  canonical_hash TEXT,
  proof TEXT,
  log_position INTEGER,
  anchored_size INTEGER,
  created_at INTEGER NOT NULL,
  issued_at INTEGER,
  UNIQUE (release_id, canonical_version)
) STRICT;
CREATE INDEX release_versions_signed ON release_versions (release_id, canonical_version) WHERE manifest_status = 'READY';
CREATE INDEX release_versions_to_anchor ON release_versions (log_position)
  WHERE manifest_status = 'READY' AND anchored_size IS NULL;

-- The files that signed versions name: they stay, whatever becomes of their track.
CREATE TABLE release_files (
  version_id TEXT NOT NULL REFERENCES release_versions (id),
  track_id TEXT NOT NULL,
  role TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  PRIMARY KEY (version_id, track_id, role)
) STRICT, WITHOUT ROWID;
CREATE INDEX release_files_by_track ON release_files (track_id);
CREATE INDEX release_files_by_sha256 ON release_files (sha256);

-- A link from a release to what was made of it: another release here, or something elsewhere.
CREATE TABLE release_links (
  id TEXT PRIMARY KEY,
  source_release_id TEXT NOT NULL REFERENCES releases (id),
  derivative_release_id TEXT REFERENCES releases (id),
  external_url TEXT,
  external_title TEXT,
  external_creator TEXT,
  relation TEXT NOT NULL,
  agent_key TEXT,
  note TEXT,
  registered_at INTEGER NOT NULL,
  CHECK ((derivative_release_id IS NULL) <> (external_url IS NULL))
) STRICT;
CREATE UNIQUE INDEX release_links_once ON release_links (source_release_id, derivative_release_id, relation)
  WHERE derivative_release_id IS NOT NULL;
CREATE UNIQUE INDEX release_links_once_outside ON release_links (source_release_id, external_url, relation)
  WHERE external_url IS NOT NULL;
CREATE INDEX release_links_by_source ON release_links (source_release_id, id);
CREATE INDEX release_links_by_derivative ON release_links (derivative_release_id, id)
  WHERE derivative_release_id IS NOT NULL;

-- `event` is the canonical JSON (RFC 8785) that `event_hash` is the SHA-256 of; it names the hash of the one before.
CREATE TABLE release_events (
  release_id TEXT NOT NULL REFERENCES releases (id),
  sequence INTEGER NOT NULL,
  event TEXT NOT NULL,
  event_hash TEXT NOT NULL,
  log_position INTEGER NOT NULL UNIQUE,
  PRIMARY KEY (release_id, sequence)
) STRICT, WITHOUT ROWID;

-- Ed25519 keys. A retired one has lost its private half and stays, so that what it signed can be verified.
CREATE TABLE signing_keys (
  public_key TEXT PRIMARY KEY,
  private_key TEXT,
  purpose TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  retired_at INTEGER,
  CHECK ((private_key IS NULL) = (retired_at IS NOT NULL))
) STRICT;
CREATE UNIQUE INDEX signing_keys_one_in_use ON signing_keys (purpose) WHERE retired_at IS NULL;

-- The names (did:web) under which this instance has signed: they change with its address.
CREATE TABLE signing_names (
  did TEXT PRIMARY KEY,
  first_used_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The transparency log. `log_nodes` has the hash of each complete subtree: 2^level entries from position * 2^level.
CREATE TABLE log_entries (
  position INTEGER PRIMARY KEY,
  entry BLOB NOT NULL
) STRICT;

CREATE TABLE log_nodes (
  level INTEGER NOT NULL,
  position INTEGER NOT NULL,
  hash BLOB NOT NULL,
  PRIMARY KEY (level, position)
) STRICT, WITHOUT ROWID;

-- The origins under which the log was signed. One begins with the first entry, and another one after each restore.
CREATE TABLE log_origins (
  number INTEGER PRIMARY KEY,
  origin TEXT NOT NULL UNIQUE,
  public_key TEXT NOT NULL REFERENCES signing_keys (public_key),
  started_at INTEGER NOT NULL
) STRICT;

CREATE TABLE log_checkpoints (
  number INTEGER NOT NULL REFERENCES log_origins (number),
  size INTEGER NOT NULL,
  root BLOB NOT NULL,
  note TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (number, size)
) STRICT, WITHOUT ROWID;

-- What an agent was told of a license. Not needed for long: an order keeps its own terms.
CREATE TABLE license_quotes (
  id TEXT PRIMARY KEY,
  release_id TEXT NOT NULL REFERENCES releases (id),
  release_version_id TEXT NOT NULL REFERENCES release_versions (id),
  scopes TEXT NOT NULL,
  agent_key TEXT,
  intended_use TEXT,
  -- Null where it cannot be bought.
  amount_minor INTEGER CHECK (amount_minor > 0),
  currency TEXT,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX license_quotes_by_expiry ON license_quotes (expires_at);

-- Who asks an artist for a license, and where they are answered.
CREATE TABLE license_contacts (
  quote_id TEXT PRIMARY KEY REFERENCES license_quotes (id) ON DELETE CASCADE,
  release_id TEXT NOT NULL REFERENCES releases (id),
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX license_contacts_by_release ON license_contacts (release_id, created_at);

-- What an agent may fetch once.
CREATE TABLE access_grants (
  token_hash TEXT PRIMARY KEY,
  release_id TEXT NOT NULL REFERENCES releases (id),
  release_version_id TEXT NOT NULL REFERENCES release_versions (id),
  resource TEXT NOT NULL,
  license_id TEXT,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER,
  -- What was asked for with an Idempotency-Key: its hash, so that the same key never answers another request.
  request_hash TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX access_grants_by_expiry ON access_grants (expires_at);

-- What an order of a license is for; a license once it is paid, and usable by whoever has its token once that is claimed.
CREATE TABLE licenses (
  order_id TEXT PRIMARY KEY REFERENCES orders (id),
  release_id TEXT NOT NULL REFERENCES releases (id),
  release_version_id TEXT NOT NULL REFERENCES release_versions (id),
  scopes TEXT NOT NULL,
  status TEXT,
  granted_at INTEGER,
  expires_at INTEGER,
  ended_at INTEGER,
  token_hash TEXT UNIQUE,
  -- The hash of the token that an agent is given once it has paid, so that it can ask again if it never heard of it.
  reserved_hash TEXT,
  CHECK ((status IS NULL) = (granted_at IS NULL) AND (granted_at IS NULL) = (expires_at IS NULL)),
  CHECK (token_hash IS NULL OR granted_at IS NOT NULL)
) STRICT;

-- Words by which published releases are found: those of the newest signed version, at its place in the log.
CREATE VIRTUAL TABLE release_search USING fts5 (
  title, artist, tracks, release_id UNINDEXED, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
);

-- What an outside witness (an OpenTimestamps calendar) says of checkpoints: the path from the hash of a checkpoint's text
-- to its attestation, and once that is Bitcoin's, the height of the block.
CREATE TABLE log_timestamps (
  number INTEGER NOT NULL,
  size INTEGER NOT NULL,
  calendar TEXT NOT NULL,
  path BLOB NOT NULL,
  asked_at INTEGER NOT NULL,
  confirmed_at INTEGER,
  block_height INTEGER,
  PRIMARY KEY (number, size, calendar),
  FOREIGN KEY (number, size) REFERENCES log_checkpoints (number, size),
  CHECK ((confirmed_at IS NULL) = (block_height IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX log_timestamps_confirmed ON log_timestamps (size) WHERE block_height IS NOT NULL;
CREATE INDEX log_timestamps_waiting ON log_timestamps (calendar, size) WHERE block_height IS NULL;

-- The releases of a casset that have a signed version, so that feeds do not look through its drafts for them.
CREATE TABLE published_releases (
  casset_id TEXT NOT NULL REFERENCES cassets (id),
  release_id TEXT NOT NULL REFERENCES releases (id),
  PRIMARY KEY (casset_id, release_id)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER release_versions_no_update
BEFORE UPDATE OF id, release_id, canonical_version, manifest_status, content_hash, manifest, canonical_hash, proof,
  log_position, issued_at ON release_versions WHEN OLD.manifest_status = 'READY'
BEGIN SELECT RAISE(FAIL, 'a signed version never changes'); END;

CREATE TRIGGER release_versions_no_delete BEFORE DELETE ON release_versions WHEN OLD.manifest_status = 'READY'
BEGIN SELECT RAISE(FAIL, 'a signed version never changes'); END;

CREATE TRIGGER release_events_in_order BEFORE INSERT ON release_events
WHEN NEW.sequence <> 1 + coalesce((SELECT max(sequence) FROM release_events WHERE release_id = NEW.release_id), 0)
  OR (NEW.event ->> 'previousEventHash') IS NOT
    (SELECT event_hash FROM release_events WHERE release_id = NEW.release_id ORDER BY sequence DESC LIMIT 1)
BEGIN SELECT RAISE(FAIL, 'an event continues the chain of its release'); END;

CREATE TRIGGER release_events_no_update BEFORE UPDATE ON release_events
BEGIN SELECT RAISE(FAIL, 'provenance is append-only'); END;

CREATE TRIGGER release_events_no_delete BEFORE DELETE ON release_events
BEGIN SELECT RAISE(FAIL, 'provenance is append-only'); END;

CREATE TRIGGER signing_keys_no_delete BEFORE DELETE ON signing_keys
BEGIN SELECT RAISE(FAIL, 'what a key signed has to stay verifiable'); END;

CREATE TRIGGER log_entries_no_update BEFORE UPDATE ON log_entries
BEGIN SELECT RAISE(FAIL, 'the log is append-only'); END;

CREATE TRIGGER log_entries_no_delete BEFORE DELETE ON log_entries
BEGIN SELECT RAISE(FAIL, 'the log is append-only'); END;

CREATE TRIGGER log_nodes_no_update BEFORE UPDATE ON log_nodes
BEGIN SELECT RAISE(FAIL, 'the log is append-only'); END;

CREATE TRIGGER log_nodes_no_delete BEFORE DELETE ON log_nodes
BEGIN SELECT RAISE(FAIL, 'the log is append-only'); END;

CREATE TRIGGER log_checkpoints_no_update BEFORE UPDATE ON log_checkpoints
BEGIN SELECT RAISE(FAIL, 'the log is append-only'); END;

CREATE TRIGGER log_checkpoints_no_delete BEFORE DELETE ON log_checkpoints
BEGIN SELECT RAISE(FAIL, 'the log is append-only'); END;

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

CREATE TRIGGER releases_published AFTER UPDATE OF manifest_status ON release_versions
WHEN NEW.manifest_status = 'READY' BEGIN
  INSERT OR IGNORE INTO published_releases (casset_id, release_id)
    SELECT casset_id, id FROM releases WHERE id = NEW.release_id;
END;
