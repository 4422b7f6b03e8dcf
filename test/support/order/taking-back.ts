import type { DisputeStatus } from '../../../src/test-processor/dispute/status.ts'
import { ask, pick, type Run } from './run.ts'
import type { StepOf } from './steps.ts'

const partOf = (amount: number, part: StepOf<'refund'>['part']): number =>
  ({ whole: amount, half: Math.floor(amount / 2), cent: 1 })[part]

/** Gives a payment back in the processor's dashboard. */
export async function refund({ deck, paid }: Run, { nth, part }: StepOf<'refund'>): Promise<void> {
  const chosen = pick(paid, nth)
  if (!chosen) return
  const { stripe } = deck.processor
  const { amount } = await stripe.paymentIntents.retrieve(chosen.id)
  const asked = part === 'whole' ? {} : { amount: partOf(amount, part) }
  await stripe.refunds.create({ payment_intent: chosen.id, ...asked })
}

/**
 * The artist, or the owner of the instance, gives a sale back by the program's own route; its
 * answers may get lost, and they ask again.
 */
export async function refundByArtist(run: Run, step: StepOf<'refund by artist'>): Promise<void> {
  const { nth, part, outage, isOwners } = step
  const chosen = pick(run.paid, nth)
  if (!chosen) return
  const { stripe, outages } = run.deck.processor
  const { amount, latest_charge: charge } = await stripe.paymentIntents.retrieve(chosen.id, {
    expand: ['latest_charge'],
  })
  const refundedAmount = typeof charge === 'object' && charge !== null ? charge.amount_refunded : 0
  const owner = run.deck.sellers[0]?.person
  const author = isOwners && owner ? owner : chosen.seller.person
  const body = {
    ...(part === 'whole' ? {} : { amount: partOf(amount, part), refundedAmount }),
    ...(isOwners ? { leavesDebt: true } : {}),
  }
  const known = run.refundsWanted.get(chosen.id) ?? { wanted: 0, isTold: false }
  run.refundsWanted.set(chosen.id, known)
  const path = `/api/studio/sales/${chosen.orderId}/refund`
  const press = async () => {
    const { status } = await ask(run, 'POST', path, author, body)
    known.isTold ||= status === 200
  }
  const returned = await countReturned(run, chosen.id)
  // The program itself asks three times.
  if (outage !== undefined) outages.unshift(outage, outage, outage)
  known.wanted += 1
  await press()
  if (outage === undefined) return
  // A sum that came back meanwhile may be refunded once more.
  if ((await countReturned(run, chosen.id)) > returned) known.wanted += 1
  await press()
}

async function countReturned({ deck }: Run, payment_intent: string): Promise<number> {
  const { data } = await deck.processor.stripe.refunds.list({ payment_intent, limit: 100 })
  return data.filter(({ status }) => status === 'failed' || status === 'canceled').length
}

/** The buyer's bank sends a refund back. */
export async function failRefund({ deck }: Run, { nth }: StepOf<'fail refund'>): Promise<void> {
  const { stripe, test } = deck.processor
  const refund = pick((await stripe.refunds.list({ limit: 100 })).data, nth)
  if (refund) await test.failRefund(refund.id)
}

export async function cancelRefund({ deck }: Run, { nth }: StepOf<'cancel refund'>): Promise<void> {
  const { stripe } = deck.processor
  const { data } = await stripe.refunds.list({ limit: 100 })
  const refund = pick(
    data.filter(({ status }) => status === 'pending'),
    nth,
  )
  if (refund) await stripe.refunds.cancel(refund.id)
}

export async function dispute({ deck, paid }: Run, { nth, kind, part }: StepOf<'dispute'>): Promise<void> {
  const chosen = pick(paid, nth)
  if (!chosen) return
  const { stripe, test } = deck.processor
  const { amount, latest_charge: charge } = await stripe.paymentIntents.retrieve(chosen.id)
  if (typeof charge !== 'string') return
  await test.openDispute(charge, { kind, ...(part === 'third' ? { amount: Math.floor(amount / 3) } : {}) })
}

const next: Readonly<Record<string, readonly DisputeStatus[]>> = {
  warning_needs_response: ['needs_response', 'warning_closed', 'warning_under_review'],
  warning_under_review: ['needs_response', 'warning_closed'],
  needs_response: ['lost', 'won', 'under_review'],
  under_review: ['lost', 'won'],
  lost: ['appeal_needs_response'],
  appeal_needs_response: ['won', 'lost', 'appeal_under_review'],
  appeal_under_review: ['won', 'lost'],
}

/** A seller answers the buyer's bank by the program's own route. */
export async function answer(run: Run, { nth }: StepOf<'answer'>): Promise<void> {
  const { ctx, processor } = run.deck
  const { data } = await processor.stripe.disputes.list({ limit: 100 })
  const chosen = pick(
    data.filter(({ status }) => status.endsWith('needs_response')),
    nth,
  )
  const begun = run.begun.find(({ id }) => id === chosen?.payment_intent)
  if (!chosen || !begun) return
  const known = 'SELECT id FROM disputes WHERE processor_id = ?'
  const row = ctx.db.$client.query<{ id: string }, [string]>(known).get(chosen.id)
  const path = `/api/studio/disputes/${row?.id}/evidence`
  const body = { statement: 'They heard all of it twice.' }
  await noteFees(run, chosen.id, () => ask(run, 'POST', path, begun.seller.person, body))
}

/** Lets happen what answering a bank costs or brings back, and notes of which dispute that is. */
async function noteFees({ deck, feesOf }: Run, disputeId: string, act: () => Promise<unknown>): Promise<void> {
  const { stripe } = deck.processor
  const listed = async () =>
    (await stripe.balanceTransactions.list({ type: 'stripe_fee', limit: 100 })).data.map(({ id }) => id)
  // The program, too, tells the fees of two disputes apart by their time alone.
  deck.tick(2_000)
  const before = new Set(await listed())
  await act()
  for (const id of await listed()) if (!before.has(id)) feesOf.set(id, disputeId)
}

/** The bank or the card network decides about a dispute, or hears an appeal. */
export async function moveDispute(run: Run, { nth, to }: StepOf<'move dispute'>): Promise<void> {
  const { stripe, test } = run.deck.processor
  const { data } = await stripe.disputes.list({ limit: 100 })
  // Few lost ones are appealed.
  const movable = data.filter(({ status }) => next[status] && (status !== 'lost' || to > 3))
  const chosen = pick(movable, nth)
  const status = chosen && pick(next[chosen.status] ?? [], to)
  if (chosen && status) await noteFees(run, chosen.id, () => test.moveDispute(chosen.id, status))
}
