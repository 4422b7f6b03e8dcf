import fc from 'fast-check'
import Stripe from 'stripe'
import { cast, type Person } from '../world.ts'
import type { Deck } from './deck.ts'
import type { Travel } from './relay.ts'

const cards = [
  'visa',
  'bypassPending',
  'chargeDeclined',
  'threeDSecure2Required',
  'createDispute',
  'createDisputeInquiry',
  'pendingRefund',
  'refundFail',
] as const
const travels: readonly Travel[] = ['arrive', 'refused', 'answer lost', 'held up']

const buyer = fc.nat({ max: 1 })
const seller = fc.nat({ max: 1 })
const nth = fc.nat({ max: 5 })
/** Whether the next step waits for this one. */
const waits = fc.boolean()

/** Somebody begins to collect a casset. */
export const anyBegin = fc.record({ do: fc.constant('begin'), buyer, seller, more: fc.nat({ max: 300 }), waits })

/** Everything that may happen, in any order. What cannot happen just then does nothing. */
export const anyStep = fc.oneof(
  { weight: 4, arbitrary: anyBegin },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('pay'), nth, card: fc.constantFrom(...cards), waits }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('authenticate'), nth, approves: fc.boolean() }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('refund'),
      nth,
      part: fc.constantFrom('whole', 'half', 'cent'),
      waits,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel'), nth }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('judge'), nth, wins: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('verify'), nth, waits }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('travel'), how: fc.constantFrom(...travels) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('release'), order: fc.array(nth, { minLength: 1, maxLength: 8 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('repeat'), nth: fc.nat({ max: 1_000_000 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('tick'), ms: fc.constantFrom(1_000, 6_000, 120_000, 3_600_000) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('crash') }) },
)
export type Step = typeof anyStep extends fc.Arbitrary<infer S> ? S : never

/** One run: two fresh buyers, what they began to pay, and what nobody waited for yet. */
export type Run = {
  readonly deck: Deck
  readonly buyers: readonly Person[]
  readonly begun: { id: string; buyer: Person }[]
  readonly underWay: Promise<unknown>[]
}

let runs = 0

/** Begins a run with two people who have never bought anything. */
export function startRun(deck: Deck): Run {
  runs += 1
  const buyers = ['ada', 'ben'].map((name) => cast(deck.ctx, `${name}${runs}`, { published: false }))
  return { deck, buyers, begun: [], underWay: [] }
}

/** Does a step, or begins it when the next one does not wait. What is refused, or lost with a crash, is so. */
export async function perform(run: Run, step: Step): Promise<void> {
  const { relay } = run.deck
  if (step.do === 'travel') relay.travel = step.how
  else if (step.do === 'release') await relay.release(step.order)
  else if (step.do === 'repeat') await relay.repeat(step.nth)
  else if (step.do === 'tick') run.deck.tick(step.ms)
  else if (step.do === 'crash') await run.deck.crash()
  else {
    const done = ask(run, step).catch(isNothing)
    run.underWay.push(done)
    if (!('waits' in step) || step.waits) await done
  }
}

type Asking = Exclude<Step, { do: 'travel' | 'release' | 'repeat' | 'tick' | 'crash' }>

async function ask(run: Run, step: Asking): Promise<void> {
  if (step.do === 'begin') return begin(run, step)
  const chosen = run.begun[step.nth % Math.max(1, run.begun.length)]
  if (!chosen) return
  const { stripe } = run.deck.processor
  const { id } = chosen
  if (step.do === 'pay') {
    await stripe.paymentIntents.confirm(id, {
      payment_method: `pm_card_${step.card}`,
      return_url: 'https://deck.example/',
    })
  } else if (step.do === 'authenticate') {
    const { next_action: action } = await stripe.paymentIntents.retrieve(id)
    const body = new URLSearchParams({ choice: step.approves ? 'approve' : 'fail' })
    await fetch(action?.redirect_to_url?.url ?? '', { method: 'POST', body, redirect: 'manual' })
  } else if (step.do === 'refund') {
    const { amount } = await stripe.paymentIntents.retrieve(id)
    const part = step.part === 'whole' ? {} : { amount: step.part === 'half' ? Math.floor(amount / 2) : 1 }
    await stripe.refunds.create({ payment_intent: id, ...part })
  } else if (step.do === 'cancel') {
    const { data } = await stripe.refunds.list({ payment_intent: id })
    for (const refund of data) if (refund.status === 'pending') await stripe.refunds.cancel(refund.id)
  } else if (step.do === 'judge') {
    const { data } = await stripe.disputes.list({ payment_intent: id })
    const evidence = { uncategorized_text: step.wins ? 'winning_evidence' : 'losing_evidence' }
    for (const dispute of data) await stripe.disputes.update(dispute.id, { evidence, submit: true })
  } else {
    await run.deck.call('POST', '/api/checkout/verify', { cookie: chosen.buyer.cookie, body: { paymentIntentId: id } })
  }
}

async function begin({ deck, buyers, begun }: Run, step: Extract<Step, { do: 'begin' }>): Promise<void> {
  const [buyer, seller] = [buyers[step.buyer], deck.sellers[step.seller]]
  if (!buyer || !seller) return
  const body = { slug: seller.person.handle, amount: 700 + step.more }
  const { status, json } = await deck.call('POST', '/api/checkout/payment-intent', { cookie: buyer.cookie, body })
  if (status >= 500) throw new Error(`A checkout was answered ${status}.`)
  const id: unknown = Reflect.get(Object(json), 'paymentIntentId')
  if (typeof id === 'string') begun.push({ id, buyer })
}

// What the processor refuses, and what a killed program does not answer, happens; a fault of ours must show.
function isNothing(error: unknown): void {
  const isRefused = error instanceof Stripe.errors.StripeError
  const isCut = error instanceof TypeError || (error instanceof Error && 'code' in error)
  if (!isRefused && !isCut) throw error
}

const dayMs = 86_400_000

/** Lets everything arrive and everything be worked on, the processor's latest retry too. */
export async function quiet({ deck, underWay }: Run): Promise<void> {
  await Promise.all(underWay)
  deck.relay.travel = 'arrive'
  await deck.relay.release([0])
  for (let day = 0; day < 2; day += 1) {
    deck.tick(dayMs)
    for (let round = 0; round < 2; round += 1) {
      await deck.processor.test.settled()
      await deck.idle()
    }
  }
}
