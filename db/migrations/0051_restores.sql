-- When the database was found to be older than what had been issued from its folder, or to have been brought here: numbers of
-- receipts of that year go on above a number then. The first row, 0, is from the first start.
CREATE TABLE restores (
  number INTEGER PRIMARY KEY,
  noticed_at INTEGER NOT NULL,
  above INTEGER NOT NULL
) STRICT;
