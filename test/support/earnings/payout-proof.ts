import type Stripe from 'stripe'
import { openAccountOf } from '../books/selling.ts'
import type { Run } from '../order/run.ts'
import { add, type Sums, textOfSums } from './statement.ts'

/**
 * The content of each automatic payout by the processor's list is what the ledger says that it
 * contained.
 */
export async function payoutFaults(run: Run): Promise<string[]> {
  const { sellers } = run.deck
  const owner = sellers.find(({ country }) => country === null)?.person.artistId ?? ''
  const accounts = sellers.flatMap((seller) => {
    if (seller.country === null) return [{ holder: '', artistId: owner, whose: {} }]
    const account = openAccountOf(run, seller)
    const { artistId } = seller.person
    return account === undefined ? [] : [{ holder: artistId, artistId, whose: { stripeAccount: account } }]
  })
  const faults = await Promise.all(accounts.map((account) => ofAccount(run, account)))
  return faults.flat()
}

/**
 * An account at the processor: of the platform when `holder` is empty. Its money by the ledger
 * includes this artist's.
 */
type PaidAccount = { holder: string; artistId: string; whose: Stripe.RequestOptions }

async function ofAccount({ deck }: Run, { holder, artistId, whose }: PaidAccount): Promise<string[]> {
  const { stripe } = deck.processor
  const faults: string[] = []
  for await (const { id, automatic, reconciliation_status: status } of stripe.payouts.list({ limit: 100 }, whose)) {
    if (!automatic || status !== 'completed') continue
    const there: Sums = new Map()
    for await (const { type, currency, net, source } of stripe.balanceTransactions.list(
      { payout: id, limit: 100 },
      whose,
    )) {
      // A payout's own moves are its own, and fees that name nothing are no part of any.
      if (!/^payout/.test(type) && source !== null) add(there, currency, net)
    }
    const here = ledgerOf(deck, id, holder, artistId)
    const [wanted, found] = [textOfSums(there), textOfSums(here)]
    if (wanted !== found) faults.push(`a payout contained ${wanted} at the processor, ${found} by the ledger`)
  }
  return faults
}

function ledgerOf({ ctx }: Run['deck'], payoutId: string, holder: string, artistId: string): Sums {
  const rows = ctx.db.$client
    .query<{ currency: string; amount: number }, [string, string, string, string]>(
      `SELECT a.currency, sum(e.amount_minor) AS amount FROM paid_out o JOIN ledger_entries e ON e.posting_id = o.posting_id
       JOIN ledger_accounts a ON a.id = e.account_id WHERE o.payout_id = ? AND o.holder = ?
       AND ((a.kind = 'ARTIST' AND a.artist_id = ?) OR (a.kind IN ('PLATFORM', 'VAT', 'OWED') AND ? = ''))
       GROUP BY a.currency`,
    )
    .all(payoutId, holder, artistId, holder)
  const sums: Sums = new Map()
  for (const { currency, amount } of rows) add(sums, currency, amount)
  return sums
}
