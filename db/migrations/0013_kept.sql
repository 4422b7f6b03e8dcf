-- Values of the instance that are made once and have to outlive every change of its configuration and its secrets.
CREATE TABLE kept_values (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
