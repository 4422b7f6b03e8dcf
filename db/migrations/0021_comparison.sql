-- When the doctor last found all of a mode the same here and at the processor.
CREATE TABLE clean_comparisons (
  mode TEXT PRIMARY KEY,
  began_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- An artist's disputes that wait for a decision, among all that they ever had.
CREATE INDEX disputes_undecided_by_artist ON disputes (artist_id, opened_at, id) WHERE ended_at IS NULL;
