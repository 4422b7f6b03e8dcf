-- sha256 92109febc487b8798bddb0ba5ce669eb5dd49a4e5f92985e9d99b16d105189bb
-- A track does not move to another tape while somebody pays for its tape among everything by an artist.
CREATE INDEX everything_tapes_by_casset ON everything_tapes (casset_id);
