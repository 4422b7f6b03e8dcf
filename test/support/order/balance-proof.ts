import { openAccountOf } from '../books/selling.ts'
import { summaryFaults, vatFaults, wholeVat } from '../books/vat-proof.ts'
import {
  add,
  broughtTo,
  heldBy,
  type PaymentStatement,
  type Statement,
  type Sums,
  textOfSums,
} from '../earnings/statement.ts'
import type { Seller } from './market.ts'
import { type LedgerSum, ledgerSums, type OrderRow, ordersForMoney, totalOf, wholeTapes } from './order-rows.ts'
import { partFaults } from './part-proof.ts'
import type { Run } from './run.ts'

const differ = (what: string, there: Sums, here: Sums): string[] =>
  textOfSums(there) === textOfSums(here)
    ? []
    : [`${what}: ${textOfSums(there)} at the processor, ${textOfSums(here)} in the ledger`]

/** The ledger's sum for each who holds money has to be what the processor holds for them. */
export async function balanceFaults(run: Run, statement: Statement): Promise<string[]> {
  const { deck } = run
  const sums = ledgerSums(deck.ctx)
  const orders = new Map(ordersForMoney(deck.ctx).map((row) => [row.id, row]))
  const owner = deck.sellers.find(({ country }) => country === null)?.person.artistId
  const isPlatforms = ({ kind, artistId }: LedgerSum) => kind !== 'ARTIST' || artistId === owner
  const bank = await heldBy(deck.processor)
  for (const { settled, waits } of statement.payments) if (waits > 0) add(bank, settled.currency, -waits)
  const faults = differ("the platform's balance", bank, totalOf(sums, isPlatforms))
  faults.push(...summaryFaults(run, statement))
  const ofSales = ledgerSums(deck.ctx, statement.bills)
  for (const payment of statement.payments) {
    const row = orders.get(payment.orderId)
    if (!row) continue
    const theirs = ofSales.filter(({ orderId }) => orderId === row.id)
    faults.push(
      ...differ(`an order of a ${row.kind}`, payment.moved, totalOf(theirs, isPlatforms)),
      ...platformFaults(run, payment, row, theirs),
      ...vatFaults(run, payment, row, theirs),
      ...(row.isShared ? partFaults(run, payment, theirs, statement) : []),
    )
  }
  for (const seller of deck.sellers) {
    if (seller.country !== null) faults.push(...(await sellerFaults(run, seller, { sums, orders }, statement)))
  }
  return faults
}

/**
 * From another's sale the platform keeps at most its percent of what came in, and it never pays for
 * anything.
 */
function platformFaults(
  run: Run,
  payment: PaymentStatement,
  { isForOther, feeBasisPoints, kind }: OrderRow,
  sums: readonly LedgerSum[],
): string[] {
  const { settled, left, intent } = payment
  const kept = totalOf(sums, (sum) => sum.kind === 'PLATFORM')
  const afterVat = Math.max(0, settled.net - wholeVat(run, payment))
  const whole = isForOther ? Math.min(Math.floor((settled.amount * feeBasisPoints) / 10_000), afterVat) : 0
  const isUntouched = left === intent.amount
  return [...kept].flatMap(([currency, amount]) => {
    const most = currency === settled.currency ? whole : 0
    if (amount >= 0 && amount <= most && (!isUntouched || amount === most)) return []
    return [`of ${intent.amount} ${intent.currency} for a ${kind} the platform keeps ${amount} ${currency} of ${most}`]
  })
}

type Books = { sums: readonly LedgerSum[]; orders: ReadonlyMap<string, OrderRow> }

/**
 * Money sent to an artist is theirs by the ledger, and money not sent is owed for a reason.
 */
async function sellerFaults(
  run: Run,
  seller: Seller,
  { sums, orders }: Books,
  { transfers }: Statement,
): Promise<string[]> {
  const { artistId, handle } = seller.person
  const { processor } = run.deck
  const isTheirs = (sum: LedgerSum) => sum.kind === 'ARTIST' && sum.artistId === artistId
  const accounts = new Set(
    transfers.flatMap(({ destination, metadata }) =>
      typeof destination === 'string' && metadata.artistId === artistId ? [destination] : [],
    ),
  )
  const brought: Sums = new Map()
  for (const account of accounts) {
    for (const [currency, amount] of await broughtTo(processor, account)) add(brought, currency, amount)
  }
  const sold = totalOf(sums, (sum) => isTheirs(sum) && sum.orderId !== null)
  const faults = differ(`what ${handle} was sent`, brought, sold)
  const open = openAccountOf(run, seller)
  // A closed account tells nobody what it paid out.
  if (open !== undefined && [...accounts].every((account) => account === open)) {
    faults.push(...differ(`${handle}'s balance`, await heldBy(processor, open), totalOf(sums, isTheirs)))
  }
  // A refund refused for want of money is tried again later.
  if (!run.deck.movesClock) return [...faults, ...debtFaults(run, seller)]
  const promised = promisedOrders(run)
  const isDelivered = ({ orderId }: LedgerSum) =>
    orders.get(orderId ?? '')?.state !== 'UNDELIVERED' && !promised.has(orderId ?? '')
  const owed = totalOf(
    sums,
    (sum) => sum.kind === 'OWED' && sum.artistId === artistId && (sum.amount < 0 || isDelivered(sum)),
  )
  return [...faults, ...(await owedFaults(run, seller, owed)), ...debtFaults(run, seller)]
}

/**
 * The orders whose payers may still get their money back by a promise: a preorder, or the right of
 * withdrawal, which holds for 18 days after that of the payment, until the last ends at UTC-12.
 */
function promisedOrders({ deck: { ctx } }: Run): ReadonlySet<string> {
  const rows = ctx.db.$client
    .query<{ id: string }, [string, number]>(
      `SELECT o.id FROM orders o JOIN cassets c ON c.id = o.casset_id
       WHERE o.kind IN (SELECT value FROM json_each(?)) AND (c.opens_at IS NOT NULL OR c.called_off_at IS NOT NULL)
         OR o.withdrawal = 'offered' AND o.downloaded_at IS NULL AND (o.paid_at / 86400000 + 19) * 86400000 + 43200000 > ?`,
    )
    .all(JSON.stringify(wholeTapes), ctx.now())
  return new Set(rows.map(({ id }) => id))
}

/**
 * An artist who may be paid is owed nothing that the platform could send, except what may be called
 * back.
 */
async function owedFaults({ deck, ...run }: Run, seller: Seller, owed: Sums): Promise<string[]> {
  const account = openAccountOf({ deck, ...run }, seller)
  if (account === undefined) return []
  const { stripe } = deck.processor
  const { configuration } = await stripe.v2.core.accounts.retrieve(account, { include: ['configuration.recipient'] })
  const { stripe_transfers: transfers } = configuration?.recipient?.capabilities?.stripe_balance ?? {}
  if (transfers?.status !== 'active') return []
  const { available } = await stripe.balance.retrieve()
  return [...owed].flatMap(([currency, amount]) => {
    const there = available.find((sum) => sum.currency === currency)?.amount ?? 0
    return amount > 0 && there >= amount
      ? [`${seller.person.handle} may be paid and is owed ${amount} ${currency}, of which ${there} are available`]
      : []
  })
}

/** Money that an artist got too much was asked back, if any of it was sent. */
function debtFaults({ deck: { ctx } }: Run, { person }: Seller): string[] {
  const untried = ctx.db.$client
    .query<{ amount: number; currency: string }, [string]>(
      `SELECT amount_minor AS amount, currency FROM owed_parts o WHERE artist_id = ? AND amount_minor < 0 AND refusals = 0
       AND (SELECT sum(e.amount_minor) FROM ledger_entries e JOIN ledger_postings p ON p.id = e.posting_id
         JOIN ledger_accounts a ON a.id = e.account_id WHERE p.order_id = o.order_id AND a.kind = 'OWED' AND a.artist_id = o.artist_id
         AND p.kind IN ('TRANSFER', 'TRANSFER_REVERSAL')) < 0`,
    )
    .all(person.artistId)
  return untried.map(
    ({ amount, currency }) => `nobody tried to take ${-amount} ${currency} of a transfer back from ${person.handle}`,
  )
}
