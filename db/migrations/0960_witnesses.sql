-- sha256 8fae31b9cc56a9d0938d29dfa1d82c4314cd8c04c8f0c0fad484283eb3bffa2e
-- Witnesses cosign the log in place of OpenTimestamps. Proofs of calendars were statements that nobody checked here; what
-- they were about, the checkpoints, stays.
DELETE FROM jobs WHERE kind = 'timestamp-log';
DROP TABLE log_timestamps;

-- Cosignatures of checkpoints, as lines of a signed note: what each witness has seen of the log.
CREATE TABLE log_cosignatures (
  size INTEGER NOT NULL,
  number INTEGER NOT NULL,
  verifier_key TEXT NOT NULL,
  line TEXT NOT NULL,
  cosigned_at INTEGER NOT NULL,
  PRIMARY KEY (size, number, verifier_key),
  FOREIGN KEY (number, size) REFERENCES log_checkpoints (number, size)
) STRICT, WITHOUT ROWID;

-- The witnesses that were asked, and why the last time failed.
CREATE TABLE log_witnesses (
  verifier_key TEXT PRIMARY KEY,
  url TEXT NOT NULL,
  tree_size INTEGER NOT NULL,
  problem TEXT,
  problem_since INTEGER,
  CHECK ((problem IS NULL) = (problem_since IS NULL))
) STRICT, WITHOUT ROWID;
