-- An account is summed from its index alone, and the ids of postings rise with time: a span of time is a span of them.
DROP INDEX ledger_entries_by_account;
CREATE INDEX ledger_entries_by_account ON ledger_entries (account_id, posting_id, amount_minor);

-- So is what was collected of a casset, day by day.
DROP INDEX purchases_by_casset;
CREATE INDEX purchases_by_casset ON purchases (casset_id, purchased_at, ended_at);
