-- sha256 7a26e0b25ee2739ea0db39c03726fa7d8c302e2e05963d500d518a5149a910f8
-- When a job that runs was taken: how long it has been running.
ALTER TABLE jobs ADD COLUMN taken_at INTEGER;

CREATE TABLE doctor_findings (
  name TEXT PRIMARY KEY,
  ok INTEGER NOT NULL,
  problem TEXT,
  mend TEXT,
  note TEXT,
  place INTEGER NOT NULL,
  since INTEGER NOT NULL,
  told_at INTEGER
) STRICT;
