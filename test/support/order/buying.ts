import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { sessions } from '../../../db/schema/account/session.ts'
import { issueLink } from '../../../src/order/guest-link.ts'
import type { Seller } from './market.ts'
import { ask, type Begun, pick, type Run, textIn } from './run.ts'
import { goodsNamed, singleOfGuest } from './run-goods.ts'
import type { StepOf } from './steps.ts'

const nobody = { cookie: '' }

/** The purchase that a step asks for. */
type Wanted = Pick<StepOf<'buy'>, 'goods' | 'more' | 'isReferred' | 'hasCode'>

/** Begins a payment, or takes what is free. Returns undefined when there is nothing to pay. */
async function begin(run: Run, buyerAt: number, seller: Seller, wanted: Wanted): Promise<Begun | undefined> {
  const buyer = pick(run.deck.buyers, buyerAt)
  if (!buyer) return undefined
  const goods = goodsNamed(wanted.goods === 'license' && seller.releaseId === null ? 'tip' : wanted.goods)
  const paid = wanted.more === 0 ? {} : { amount: 1_299 + wanted.more }
  const [path, body] = await goods.ask({ ...wanted, run, buyer, seller, paid })
  const { json } = await ask(run, 'POST', path, goods.isAsStranger ? nobody : buyer, body)
  const [id, orderId] = [textIn(json, 'paymentIntentId'), textIn(json, 'orderId')]
  if (id === undefined || orderId === undefined) return undefined
  const begun = { id, orderId, buyer, seller, goods, secret: textIn(json, 'receiptUrl')?.split('/').at(-1) }
  run.begun.push(begun)
  return begun
}

export async function pay(run: Run, begun: Begun, card: StepOf<'buy'>['card']): Promise<void> {
  const typed = { payment_method: `pm_card_${card}`, return_url: 'https://deck.example/' }
  notePaid(run, begun, await run.deck.processor.stripe.paymentIntents.confirm(begun.id, typed))
}

function notePaid(run: Run, begun: Begun, { status }: Stripe.PaymentIntent): void {
  if (status === 'succeeded') run.paid.push(begun)
}

/** Buys a track as a guest, so that there is something to get the rest of. */
async function buyTracks(run: Run, step: StepOf<'buy'>): Promise<void> {
  await buy(run, {
    ...step,
    goods: singleOfGuest,
    card: 'visa',
    pays: 'at once',
  })
  await delivered(run)
}

/** Begins to buy something, and pays as the step says. */
export async function buy(run: Run, step: StepOf<'buy'>): Promise<void> {
  if (step.goods === 'rest of a guest') await buyTracks(run, step)
  const seller = pick(run.deck.sellers, step.seller)
  if (!seller) return
  const begun = await begin(run, step.buyer, seller, step)
  if (!begun || step.pays === 'later') return
  if (step.pays === 'after a code') {
    // In some runs the payment is made before the program gets to cancel it.
    if (step.more > 0 && run.deck.movesClock) run.deck.processor.outages.push('busy', 'busy', 'busy')
    await redeem(run, step.buyer, seller)
  }
  const second = step.pays === 'in two tabs' ? begin(run, step.buyer, seller, step) : undefined
  await Promise.all([pay(run, begun, step.card), second?.then((other) => other && pay(run, other, step.card))])
  if (step.goods === 'single' && step.more > 0) await buyRest(run, step)
}

/** Resolves once what was paid is delivered, unless its event is held up or lost on its way. */
async function delivered({ deck }: Run): Promise<void> {
  await deck.processor.test.settled()
  await deck.idle()
}

/** Gets the rest of tracks for which so much was paid that it costs little, or nothing. */
async function buyRest(run: Run, step: StepOf<'buy'>): Promise<void> {
  await delivered(run)
  await buy(run, { ...step, goods: 'casset', more: 0, hasCode: false, card: 'visa', pays: 'at once' })
}

/** The artist makes a code, and somebody gets the casset for it. */
export async function redeem(run: Run, buyerAt: number, seller: Seller): Promise<void> {
  const buyer = pick(run.deck.buyers, buyerAt)
  if (!buyer) return
  const { person } = seller
  const wanted = { cassetId: person.cassetId, label: 'Merch table', count: 1 }
  const { json } = await ask(run, 'POST', '/api/studio/codes', person, wanted)
  const code = /"([A-Z0-9-]{16,24})"/.exec(textIn(json, 'csv') ?? '')?.[1]
  if (code !== undefined) await ask(run, 'POST', '/api/codes/redeem', buyer, { code })
}

/**
 * Somebody opens the link that a guest was sent, and puts what they collected into their own
 * library.
 */
export async function claim(run: Run, { orderId }: Begun, buyerAt: number): Promise<void> {
  const buyer = pick(run.deck.buyers, buyerAt)
  if (!buyer) return
  const secret = issueLink(run.deck.ctx, orderId, 'claim')
  await ask(run, 'POST', '/api/claim', buyer, { secret })
}

/** Somebody takes what was paid for somebody else. */
export async function take(run: Run, begun: Begun, buyerAt: number): Promise<void> {
  const taker = pick(run.deck.buyers, buyerAt)
  if (taker) await begun.goods.take?.(run, begun, taker)
}

/** The buyer's bank asks them, and they approve or not. */
export async function authenticate(run: Run, begun: Begun, approves: boolean): Promise<void> {
  const { stripe } = run.deck.processor
  const { next_action: action } = await stripe.paymentIntents.retrieve(begun.id)
  const url = action?.redirect_to_url?.url
  if (!url) return
  const body = new URLSearchParams({ choice: approves ? 'approve' : 'fail' })
  await fetch(url, { method: 'POST', body, redirect: 'manual' })
  notePaid(run, begun, await stripe.paymentIntents.retrieve(begun.id))
}

/** A bank debit or a voucher that waits arrives, or fails. */
export async function finish(run: Run, { nth, succeeds }: StepOf<'finish'>): Promise<void> {
  const { stripe, test } = run.deck.processor
  const waiting: Begun[] = []
  for (const begun of run.begun) {
    const { status, next_action: action } = await stripe.paymentIntents.retrieve(begun.id)
    if (status === 'processing' || action?.boleto_display_details) waiting.push(begun)
  }
  const begun = pick(waiting, nth)
  if (!begun) return
  await test.finishPayment(begun.id, succeeds ? 'succeeded' : 'failed')
  if (succeeds) run.paid.push(begun)
}

/** Deletes a buyer's account. They have signed in a moment ago. */
export async function leave(run: Run, buyerAt: number): Promise<void> {
  const buyer = pick(run.deck.buyers, buyerAt)
  if (!buyer) return
  const { ctx } = run.deck
  run.left.add(buyer.userId)
  ctx.db.update(sessions).set({ createdAt: ctx.now() }).where(eq(sessions.id, buyer.sessionId)).run()
  await ask(run, 'POST', '/api/auth/account/delete', buyer, {})
}
