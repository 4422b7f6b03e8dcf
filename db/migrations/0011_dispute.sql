-- Disputes of payments as the processor has them, for those who have to answer them.
CREATE TABLE disputes (
  id TEXT PRIMARY KEY,
  processor_id TEXT NOT NULL UNIQUE,
  order_id TEXT NOT NULL REFERENCES orders (id),
  state TEXT NOT NULL,
  reason TEXT NOT NULL,
  amount_minor INTEGER NOT NULL CHECK (amount_minor >= 0),
  currency TEXT NOT NULL,
  -- Whether the bank waits for an answer, until when, and how many it got.
  needs_answer INTEGER NOT NULL,
  due_at INTEGER,
  answers INTEGER NOT NULL,
  opened_at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT;
CREATE INDEX disputes_by_order ON disputes (order_id);
CREATE INDEX disputes_by_time ON disputes (opened_at, id);

-- Files that were uploaded to the processor as evidence.
CREATE TABLE dispute_files (
  id TEXT PRIMARY KEY,
  processor_id TEXT NOT NULL,
  dispute_id TEXT NOT NULL REFERENCES disputes (id),
  name TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX dispute_files_by_dispute ON dispute_files (dispute_id);
