import type { Ctx } from '../../context.ts'

/** The result of checking the whole ledger. */
export type LedgerReport = { postings: number; entries: number; problems: string[] }

const checks: readonly { problem: string; sql: string }[] = [
  {
    problem: 'postings do not sum to zero',
    sql: 'SELECT posting_id FROM ledger_entries GROUP BY posting_id HAVING sum(amount_minor) <> 0',
  },
  {
    problem: 'currencies do not sum to zero',
    sql: `SELECT currency FROM (SELECT account_id, sum(amount_minor) AS total FROM ledger_entries GROUP BY account_id)
      JOIN ledger_accounts ON id = account_id GROUP BY mode, currency HAVING sum(total) <> 0`,
  },
  {
    problem: 'entries belong to no posting',
    sql: 'SELECT posting_id FROM ledger_entries EXCEPT SELECT id FROM ledger_postings',
  },
  {
    problem: 'postings have no entries',
    sql: 'SELECT id FROM ledger_postings EXCEPT SELECT posting_id FROM ledger_entries',
  },
  {
    problem: 'paid orders have no sale or another amount in the ledger',
    sql: `SELECT o.id FROM orders o
      LEFT JOIN ledger_postings p ON p.order_id = o.id AND p.kind = 'SALE'
      LEFT JOIN ledger_entries e ON e.posting_id = p.id AND e.amount_minor > 0
      LEFT JOIN ledger_accounts a ON a.id = e.account_id
      WHERE o.state = 'PAID' AND o.mode <> 'free'
      GROUP BY o.id HAVING coalesce(sum(iif(a.mode = o.mode, e.amount_minor, 0)), 0) <> o.amount_minor`,
  },
  {
    problem: 'orders owe artists another amount than the ledger',
    // Of one that was not delivered an artist owes what it cost, and is owed nothing.
    sql: `SELECT order_id FROM (
        SELECT order_id, artist_id, currency, amount_minor AS kept, 0 AS posted FROM owed_parts
        UNION ALL
        SELECT p.order_id, a.artist_id, a.currency, 0, e.amount_minor FROM ledger_accounts a
          JOIN ledger_entries e ON e.account_id = a.id JOIN ledger_postings p ON p.id = e.posting_id
          WHERE a.kind = 'OWED'
      ) part JOIN orders o ON o.id = order_id GROUP BY order_id, artist_id, part.currency
      HAVING sum(kept) <> iif(o.state = 'UNDELIVERED', min(sum(posted), 0), sum(posted))`,
  },
  {
    problem: 'sales belong to no paid order',
    sql: `SELECT p.id FROM ledger_postings p LEFT JOIN orders o ON o.id = p.order_id AND o.state IN ('PAID', 'UNDELIVERED')
      WHERE p.kind = 'SALE' AND o.id IS NULL`,
  },
]

/** Sums the whole ledger and compares it with the orders. Returns at most five examples of each problem. */
export function verifyLedger({ db: { $client: sql } }: Ctx): LedgerReport {
  const count = (table: string) => Number(sql.query(`SELECT count(*) FROM ${table}`).values()[0]?.[0] ?? 0)
  const problems = checks.flatMap(({ problem, sql: question }) => {
    const rows = sql.query(`${question} LIMIT 6`).values().flat()
    if (rows.length === 0) return []
    return [`${problem}: ${rows.slice(0, 5).join(', ')}${rows.length > 5 ? ' and more' : ''}`]
  })
  return { postings: count('ledger_postings'), entries: count('ledger_entries'), problems }
}
