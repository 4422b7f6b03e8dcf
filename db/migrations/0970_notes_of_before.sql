-- sha256 1328632e9d172d96e55df7caa77ce3a56be4a6b56636217f385592c53b874b9b
-- Credit notes of refunds from before there were any, in the order in which they became known.
INSERT INTO credit_notes (refund_id, order_id, number, amount_minor, issued_at, failed_at)
  SELECT substr(p.unique_key, 8), p.order_id,
    r.number || '-R' || (
      (SELECT count(*) FROM credit_notes c WHERE c.order_id = p.order_id)
      + row_number() OVER (PARTITION BY p.order_id ORDER BY p.created_at, p.rowid)
    ),
    (SELECT sum(e.amount_minor) FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id
      WHERE e.posting_id = p.id AND a.kind = 'REFUNDS'),
    p.created_at,
    (SELECT f.created_at FROM ledger_postings f WHERE f.unique_key = 'REFUND_FAILURE ' || substr(p.unique_key, 8))
  FROM ledger_postings p JOIN receipts r ON r.order_id = p.order_id
  WHERE p.kind = 'REFUND' AND r.number <> ''
    AND NOT EXISTS (SELECT 1 FROM credit_notes c WHERE c.refund_id = substr(p.unique_key, 8));
