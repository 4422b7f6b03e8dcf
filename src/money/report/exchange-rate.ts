import type { Ctx } from '../../context.ts'
import { digitsOf } from '../../lib/money.ts'

type Side = { orderId: string | null; uniqueKey: string; currency: string }
type Exchanged = { here: number | null; there: number | null; to: string | null }

/** The other side of an exchange has the same key but for the currency, which is its end. */
const question = `WITH other AS (
    SELECT id, substr(unique_key, -3) AS currency FROM ledger_postings
    WHERE order_id IS $orderId AND unique_key > $cause AND unique_key < $cause || '~'
      AND length(unique_key) = length($uniqueKey) AND unique_key <> $uniqueKey
  ), exchanged AS (
    SELECT e.posting_id AS id, abs(e.amount_minor) AS amount
    FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id
    WHERE a.kind = 'EXCHANGE' AND e.posting_id IN ($id, (SELECT id FROM other))
  )
  SELECT (SELECT amount FROM exchanged WHERE id = $id) AS here,
    (SELECT amount FROM exchanged WHERE id <> $id) AS there, (SELECT currency FROM other) AS "to"`

const units = (minor: number, currency: string) => minor / 10 ** digitsOf(currency)

/**
 * Returns the rate of an EXCHANGE posting by what the ledger has of its two sides: how much of the other currency one unit
 * of this posting's currency was worth. Six digits that count; null while the other side is not posted.
 */
export function exchangeRate({ db: { $client: sql } }: Ctx, posting: Side & { id: string }): string | null {
  const { id, orderId, uniqueKey, currency } = posting
  const cause = uniqueKey.slice(0, -currency.length)
  const asked = { id, orderId, uniqueKey, cause }
  const sides = sql.query<Exchanged, typeof asked>(question).get(asked)
  if (!sides?.here || !sides.there || sides.to === null) return null
  return String(Number((units(sides.there, sides.to) / units(sides.here, currency)).toPrecision(6)))
}
