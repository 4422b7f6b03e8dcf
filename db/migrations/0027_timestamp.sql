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
