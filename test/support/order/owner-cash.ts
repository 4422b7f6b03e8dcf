import type Stripe from 'stripe'
import { refundKinds } from '../../../src/order/refund-reason.ts'
import { wholeVat } from '../books/vat-proof.ts'
import { add, idOf, type PaymentStatement, type Statement, type Sums } from '../earnings/statement.ts'
import { togetherSplits } from './market.ts'
import type { Run } from './run.ts'

/**
 * The meaning of a line of the platform's balance for one artist: `amount` is what they have of it
 * without the VAT and the platform's percent, `own` how much of that is the owner's own doing.
 */
type Moved = { handle: string; orderId: string; currency: string; amount: number; own: number; what: string }

const isTogether = ({ handle }: { handle: string }) => !Object.hasOwn(togetherSplits, handle)

/**
 * How far whole numbers may be off: a unit for each time that something was divided or a percent
 * was taken of it.
 */
const unitsOff = 3

const byItself: ReadonlySet<string> = new Set(Object.keys(refundKinds))

/**
 * The owner's cash (rule: reversals-and-debts), by the lines of the platform's balance alone and
 * without any word of the ledger's.
 *
 * The owner owes an artist what the artist's sales brought: what the processor left of each, less
 * the platform's percent. The owner's own doing is what the program sends to artists, what it
 * refunds because an artist asked for it, and what it refunds by itself, without the processor's
 * fee. At no line of the balance may these together be more than what that artist's sales had
 * brought and transfers that were reversed had brought back: what is missing would be the owner's,
 * or another artist's.
 *
 * Not the owner's doing is what somebody does who does not ask first: a bank that takes a payment
 * back or answers (with its fees), a bank that sends a refund back, a refund by hand at the
 * processor or by the owner who confirmed the debt, the processor's bills, and a rate that moved
 * since the sale. That may leave a debt. It is the artist's, and in the end nothing of it stands
 * that their account could pay: see `debtsLeft`.
 */
export async function ownerCashFaults(run: Run, statement: Statement): Promise<string[]> {
  const held: Sums = new Map()
  const brought: Sums = new Map()
  const faults: string[] = []
  const meanings = meaningsOf(run, statement)
  let off = 0
  for (const line of inOrder(statement)) {
    for (const { handle, orderId, currency, amount, own, what } of meanings(line)) {
      const whose = `${handle} ${currency}`
      add(held, whose, amount)
      add(held, `${whose} ${orderId}`, amount)
      add(brought, whose, own)
      off += unitsOff
      const left = brought.get(whose) ?? 0
      if (own >= 0 || left >= -off) continue
      faults.push(`${what} of ${-own} ${currency} for ${handle} is ${-left} more than their sales had brought`)
    }
  }
  return [...faults.slice(0, 3), ...(await debtsLeft(run, statement, held, off))]
}

/**
 * Returns the lines of the balance, that of a refund not before that of its charge: where the
 * processor knows its fee late, the line of the charge comes a day later, and what it took back
 * until then was of no other sale.
 */
function inOrder({ lines, refunds }: Statement): Stripe.BalanceTransaction[] {
  const placeOf = new Map(lines.map(({ source }, place) => [idOf(source), place]))
  const chargeOf = new Map(refunds.map((refund) => [refund.id, idOf(refund.charge)]))
  const placed = lines.map((line, place) => {
    const charge = chargeOf.get(idOf(line.source))
    return { line, place: Math.max(place, charge === undefined ? 0 : (placeOf.get(charge) ?? 0) + 0.5) }
  })
  return placed.toSorted((a, b) => a.place - b.place).map(({ line }) => line)
}

/** Returns the artists by their ids. A thing that is sold together is made by one of them. */
const handlesOf = ({ deck: { sellers } }: Run) =>
  new Map(sellers.filter(({ person }) => !isTogether(person)).map(({ person }) => [person.artistId, person.handle]))

/**
 * Returns what a line of the balance means for artists. The sales of the owner of the instance are
 * not looked at.
 */
function meaningsOf(run: Run, { payments, refunds, disputes, transfers, reversals }: Statement) {
  const charges = new Map(payments.map((payment) => [idOf(payment.intent.latest_charge), payment]))
  const ofOrder = new Map(payments.map((payment) => [payment.orderId, payment]))
  const refundOf = new Map(refunds.map((refund) => [refund.id, refund]))
  const disputeAmounts = new Map(disputes.map(({ id, amount }) => [id, amount]))
  const disputeOf = new Map(disputes.map((dispute) => [dispute.id, idOf(dispute.charge)]))
  const transferOf = new Map(transfers.map((transfer) => [transfer.id, transfer]))
  const reversalOf = new Map(reversals.map((reversal) => [reversal.id, reversal]))
  const handleOf = handlesOf(run)
  const moved: Sums = new Map()
  const taken: Sums = new Map()

  // A rate that moved for the artist's good is theirs: a refund by hand, or a dispute, may take
  // less than the part of the VAT and the percent that go with it, and come back at a better rate.
  const gainOf = (id: string, amount: number) => {
    const before = moved.get(id) ?? 0
    add(moved, id, amount)
    return Math.max(0, amount + Math.min(0, before))
  }

  return (line: Stripe.BalanceTransaction): Moved[] => {
    const { id, currency, net } = line
    const source = run.feesOf.get(id) ?? idOf(line.source)
    const charge = charges.get(source)
    if (charge) {
      const amount = net - keptOf(run, charge)
      return shares(run, charge, { currency, amount, own: amount, what: 'a sale' })
    }
    const refund = refundOf.get(source)
    const refunded = refund && charges.get(idOf(refund.charge))
    if (refund && refunded) {
      const { by = '' } = refund.metadata ?? {}
      const [whole = 0, percent = 0] = [refunded.settled.amount, keptOf(run, refunded)].map((sum) =>
        Math.floor((sum * refund.amount) / refunded.intent.amount),
      )
      const way = Math.sign(net)
      const amount = net - way * percent
      const gain = gainOf(refund.id, amount)
      // Of a refund by itself the processor keeps its fee, which was never brought: also that of
      // what the artist had refunded before, who may do that with money that waits for the buyer.
      const left = Math.floor((refunded.settled.net * refund.amount) / refunded.intent.amount) - percent
      const there = refunded.settled.net - keptOf(run, refunded) + (taken.get(refunded.orderId) ?? 0)
      const most = way < 0 ? Math.max(0, there) : -(taken.get(refund.id) ?? 0)
      const byProgram = byItself.has(by) ? way * Math.min(left, way * amount, most) : gain
      const own = by === 'artist' ? Math.max(way * (whole - percent), amount) : byProgram
      if (by === 'artist' || byItself.has(by)) for (const of of [refunded.orderId, refund.id]) add(taken, of, own)
      return shares(run, refunded, { currency, amount, own, what: 'a refund' })
    }
    const disputed = charges.get(disputeOf.get(source) ?? '')
    if (disputed) {
      // The VAT goes with the money, the percent does not.
      const part = (disputeAmounts.get(source) ?? 0) / disputed.intent.amount
      const amount = net - Math.sign(net) * Math.floor(wholeVat(run, disputed) * part)
      const own = run.feesOf.has(id) ? 0 : gainOf(source, amount)
      return shares(run, disputed, { currency, amount, own, what: 'a dispute' })
    }
    const transfer = transferOf.get(source) ?? transferOf.get(idOf(reversalOf.get(source)?.transfer))
    const handle = handleOf.get(transfer?.metadata.artistId ?? '')
    if (!transfer || handle === undefined || !ofOrder.has(transfer.transfer_group ?? '')) return []
    return [{ handle, orderId: transfer.transfer_group ?? '', currency, amount: net, own: net, what: 'a transfer' }]
  }
}

/** The VAT and the platform's percent of what came in, at most what the processor left of it. */
function keptOf(run: Run, payment: PaymentStatement): number {
  const { settled } = payment
  const percent = Number(run.deck.setting.feePercent)
  const vat = wholeVat(run, payment)
  return vat + Math.min(Math.floor((settled.amount * percent) / 100), Math.max(0, settled.net - vat))
}

/** Divides what is of a sale among the artists who sold it. */
function shares(
  { begun }: Run,
  { intent, orderId }: PaymentStatement,
  moved: Omit<Moved, 'handle' | 'orderId'>,
): Moved[] {
  const seller = begun.find(({ id }) => id === intent.id)?.seller
  if (!seller) return []
  const { handle } = seller.person
  const splits = isTogether(seller.person) ? togetherSplits : { [handle]: 100 }
  const each = Object.entries(splits).filter(([one]) => one !== 'boss')
  return each.map(([one, percent]) => {
    const [amount = 0, own = 0] = [moved.amount, moved.own].map((sum) => Math.trunc((sum * percent) / 100))
    return { ...moved, handle: one, orderId, amount, own }
  })
}

/**
 * A debt of an artist once everything is calm cannot be had: their account holds nothing that could
 * be taken back.
 */
async function debtsLeft(run: Run, { transfers }: Statement, held: Sums, off: number): Promise<string[]> {
  const { deck } = run
  if (!deck.movesClock) return []
  const { stripe } = deck.processor
  const handleOf = handlesOf(run)
  const faults: string[] = []
  for (const { currency, destination, amount, amount_reversed: back, transfer_group: group, metadata } of transfers) {
    const handle = handleOf.get(metadata.artistId ?? '')
    const owed = -(held.get(`${handle} ${currency}`) ?? 0)
    const ofSale = -(held.get(`${handle} ${currency} ${group}`) ?? 0)
    if (amount === back || owed <= 0 || ofSale <= 0) continue
    const stripeAccount = idOf(destination)
    const there = await stripe.balance.retrieve({}, { stripeAccount }).catch(() => undefined)
    const available = there?.available.find((sum) => sum.currency === currency)?.amount ?? 0
    const could = Math.min(owed, ofSale, amount - back, available)
    if (could > off) faults.push(`of the ${owed} ${currency} that ${handle} owes, ${could} could be taken back`)
  }
  return faults
}
