import type Stripe from 'stripe'
import type { Bank } from '../order/bank.ts'

/** The processor's balance about one payment that succeeded. */
export type PaymentStatement = {
  readonly intent: Stripe.PaymentIntent
  readonly orderId: string
  /** The moves of the platform's balance for it, transfers included, by currency. */
  readonly moved: Sums
  /**
   * The same without transfers: what came in, less what refunds, disputes and the processor took.
   */
  readonly came: Sums
  /**
   * The rest of it with us, in its own currency, once refunds and decided disputes have taken
   * theirs.
   */
  readonly left: number
  /** The same, while the money of an open dispute is with its bank. */
  readonly rest: number
  /**
   * The part of it that refunds will take which wait until there is money, at the rate of the sale.
   */
  readonly waits: number
  readonly isLostToDispute: boolean
  /** Whether it was disputed, or a refund of it came back: it cannot be given back at will. */
  readonly isBeyondRefund: boolean
  /** Whether nobody disputed it and no refund of it came back. */
  readonly isClean: boolean
  /**
   * The sum that came in before anything was taken: amount and net of the charge, in the currency
   * that it became.
   */
  readonly settled: { amount: number; net: number; currency: string }
}

/** Amounts by currency. */
export type Sums = Map<string, number>

/** Everything that the processor has, for the oracle and for counting. */
export type Statement = {
  readonly payments: readonly PaymentStatement[]
  readonly refunds: readonly Stripe.Refund[]
  readonly disputes: readonly Stripe.Dispute[]
  readonly customers: readonly Stripe.Customer[]
  readonly transfers: readonly Stripe.Transfer[]
  readonly reversals: readonly Stripe.TransferReversal[]
  /** The lines of the platform's balance, the oldest first. */
  readonly lines: readonly Stripe.BalanceTransaction[]
  /**
   * Those that name nothing and are of no dispute: what the processor takes for the accounts of
   * artists.
   */
  readonly bills: readonly Stripe.BalanceTransaction[]
}

export const add = (sums: Sums, currency: string, amount: number): Sums =>
  sums.set(currency, (sums.get(currency) ?? 0) + amount)

/** Returns sums as a text that is the same for the same sums. */
export const textOfSums = (sums: Sums): string =>
  [...sums]
    .filter(([, amount]) => amount !== 0)
    .sort()
    .map(([currency, amount]) => `${amount} ${currency}`)
    .join(' and ') || 'nothing'

/** Whether a refund has not been taken from the balance yet: it waits until there is money. */
export const isWaiting = ({ status, balance_transaction: line }: Stripe.Refund): boolean =>
  status === 'pending' && line === null

/** Returns the id of something that may be expanded; empty without any. */
export const idOf = (thing: string | { id: string } | null | undefined): string =>
  typeof thing === 'string' ? thing : (thing?.id ?? '')

// Which way each kind of balance transaction moves the amount of its source.
const ways: Readonly<Record<string, 1 | -1>> = {
  charge: 1,
  refund: -1,
  refund_failure: 1,
  dispute: -1,
  dispute_reversal: 1,
}
const undecided = new Set(['needs_response', 'under_review'])
const leastLeft = 0.1

/**
 * Reads the processor's lists. The rest of a payment comes from its balance transactions, and from
 * nothing of ours. By `feesOf` lines that name nothing are of a dispute.
 */
export async function readStatement(
  { stripe }: Bank,
  feesOf: ReadonlyMap<string, string> = new Map(),
): Promise<Statement> {
  const [intents, refunds, disputes, transfers, lines, customers] = await Promise.all([
    Array.fromAsync(stripe.paymentIntents.list({ limit: 100, expand: ['data.latest_charge'] })),
    Array.fromAsync(stripe.refunds.list({ limit: 100 })),
    Array.fromAsync(stripe.disputes.list({ limit: 100 })),
    Array.fromAsync(stripe.transfers.list({ limit: 100 })),
    Array.fromAsync(stripe.balanceTransactions.list({ limit: 100 })),
    Array.fromAsync(stripe.customers.list({ limit: 100 })),
  ])
  const linesOf = Map.groupBy(lines, ({ id, source }) => feesOf.get(id) ?? idOf(source))
  const reversalsOf = new Map<string, Stripe.TransferReversal[]>()
  for (const { id, amount_reversed: back } of transfers) {
    if (back > 0) reversalsOf.set(id, await Array.fromAsync(stripe.transfers.listReversals(id, { limit: 100 })))
  }
  const payments = intents.flatMap((intent): PaymentStatement[] => {
    const charge = intent.latest_charge
    if (intent.status !== 'succeeded' || charge === null || typeof charge === 'string') return []
    const orderId = intent.metadata.orderId ?? ''
    const ofCharge = (thing: { charge: string | { id: string } | null }) => idOf(thing.charge) === charge.id
    const [theirRefunds, theirDisputes] = [refunds.filter(ofCharge), disputes.filter(ofCharge)]
    const theirTransfers = transfers.filter(({ transfer_group: group }) => group === orderId)
    const moved: Sums = new Map()
    const came: Sums = new Map()
    let [left, rest, taken] = [0, 0, 0]
    for (const source of [charge, ...theirRefunds, ...theirDisputes]) {
      const isOpen = source.object === 'dispute' && undecided.has(source.status)
      for (const { currency, net, reporting_category: category } of linesOf.get(source.id) ?? []) {
        add(moved, currency, net)
        add(came, currency, net)
        const amount = isOpen ? 0 : (ways[category] ?? 0) * source.amount
        left += amount
        rest += (ways[category] ?? 0) * source.amount
        if (source.object === 'dispute') taken -= amount
      }
    }
    for (const { id } of theirTransfers.flatMap((one) => [one, ...(reversalsOf.get(one.id) ?? [])])) {
      for (const { currency, net } of linesOf.get(id) ?? []) add(moved, currency, net)
    }
    const first = linesOf.get(charge.id)?.[0]
    const settled = { amount: first?.amount ?? 0, net: first?.net ?? 0, currency: first?.currency ?? '' }
    let waits = 0
    for (const { amount } of theirRefunds.filter(isWaiting)) {
      left -= amount
      rest -= amount
      waits += Math.round((amount * settled.amount) / charge.amount)
    }
    if (waits > 0) for (const sums of [moved, came]) add(sums, settled.currency, -waits)
    const isLostToDispute = taken > 0 && left < charge.amount * leastLeft
    const cameBack = theirRefunds.some(({ status }) => status === 'failed' || status === 'canceled')
    const isBeyondRefund = theirDisputes.some(({ status }) => status !== 'won') || cameBack
    const isClean = theirDisputes.length === 0 && !cameBack
    return [{ intent, orderId, moved, came, left, rest, waits, isLostToDispute, isBeyondRefund, isClean, settled }]
  })
  const reversals = [...reversalsOf.values()].flat()
  const bills = lines.filter(({ id, source }) => source === null && !feesOf.has(id))
  return { payments, refunds, disputes, transfers, reversals, customers, lines: lines.toReversed(), bills }
}

/**
 * Tells whether the money of a payment is still with us, so that its buyer has what they paid for.
 */
export const isKept = ({ left, isLostToDispute }: PaymentStatement): boolean => left > 0 && !isLostToDispute

/** Returns what an account holds, available or not; the platform's own without an id. */
export async function heldBy({ stripe }: Bank, account?: string): Promise<Sums> {
  const { available, pending } = await stripe.balance.retrieve(
    {},
    account === undefined ? {} : { stripeAccount: account },
  )
  const sums: Sums = new Map()
  for (const { currency, amount } of [...available, ...pending]) add(sums, currency, amount)
  return sums
}

/**
 * Returns what came to a connected account and did not go back, less what it paid out: what it
 * holds, also once it is closed and nobody may ask it.
 */
export async function broughtTo({ stripe }: Bank, account: string): Promise<Sums> {
  const sums: Sums = new Map()
  const expand = ['data.destination_payment.balance_transaction']
  for await (const transfer of stripe.transfers.list({ destination: account, limit: 100, expand })) {
    addLine(sums, transfer.destination_payment)
    if (transfer.amount_reversed === 0) continue
    const back = { limit: 100, expand: ['data.destination_payment_refund.balance_transaction'] }
    for await (const reversal of stripe.transfers.listReversals(transfer.id, back)) {
      addLine(sums, reversal.destination_payment_refund)
    }
  }
  return sums
}

type WithLine = { balance_transaction: string | Stripe.BalanceTransaction | null }

function addLine(sums: Sums, thing: string | WithLine | null | undefined): void {
  const line = typeof thing === 'object' && thing !== null ? thing.balance_transaction : null
  if (line !== null && typeof line !== 'string') add(sums, line.currency, line.net)
}
