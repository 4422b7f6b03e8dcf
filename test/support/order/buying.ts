import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { sessions } from '../../../db/schema/account/session.ts'
import { issueLink } from '../../../src/order/guest-link.ts'
import type { Person } from '../world.ts'
import { type Seller, theirCode } from './market.ts'
import { ask, type Begun, pick, type Run, textIn } from './run.ts'
import type { StepOf } from './steps.ts'

const nobody = { cookie: '' }

/** The purchase of somebody from somebody. */
type Wanted = Pick<StepOf<'buy'>, 'goods' | 'more' | 'isReferred' | 'hasCode'>

/** Begins a payment, or takes what is free. Returns undefined when there is nothing to pay. */
async function begin(run: Run, buyerAt: number, seller: Seller, wanted: Wanted): Promise<Begun | undefined> {
  const buyer = pick(run.deck.buyers, buyerAt)
  if (!buyer) return undefined
  const slug = seller.person.handle
  const { more, isReferred, hasCode } = wanted
  const goods = wanted.goods === 'license' && seller.releaseId === null ? 'tip' : wanted.goods
  const referral = isReferred ? { referralCode: seller.referralCode } : {}
  const paid = more === 0 ? {} : { amount: 1_299 + more }
  const code = hasCode ? { code: slug === 'together-three' ? `${theirCode}S` : theirCode } : {}
  const friend = 'friend@gifts.example'
  const [first = '', second = ''] = seller.trackIds
  const trackIds = more === 0 ? [first] : more < 100 ? [second] : [first, second]
  // Above the price of the tracks: the rest costs little then, or nothing.
  const tracks = { slug, trackIds, ...(more === 0 ? {} : more < 100 ? { amount: 650 } : paid) }
  const email = `${buyer.handle}@guests.example`
  const asked = {
    casset: ['/api/checkout/payment-intent', { slug, ...paid, ...referral, ...code }],
    single: ['/api/checkout/payment-intent', tracks],
    everything: ['/api/checkout/payment-intent', { slug, everything: true }],
    'single of a guest': ['/api/checkout/guest', { ...tracks, email }],
    tip: [`/api/casset/${slug}/tip`, { amount: 200 + more, message: 'Thank you' }],
    emoji: [`/api/casset/${slug}/emoji/purchase`, { emojiId: seller.emojiId }],
    guest: ['/api/checkout/guest', { slug, email, ...paid, ...referral, ...code }],
    'rest of a guest': ['/api/checkout/guest', { slug, email, ...code, ...linksTo(run, seller, more) }],
    gift: ['/api/checkout/gift', { slug, email: friend, ...paid }],
    given: ['/api/checkout/gift', { slug, email: friend, payerEmail: `${buyer.handle}@guests.example`, ...paid }],
    license: ['/api/checkout/license', goods === 'license' ? await quoted(run, seller, buyer) : {}],
  } as const
  const who = goods === 'given' ? nobody : buyer
  const { json } = await ask(run, 'POST', asked[goods][0], who, asked[goods][1])
  const [id, orderId] = [textIn(json, 'paymentIntentId'), textIn(json, 'orderId')]
  if (id === undefined || orderId === undefined) return undefined
  const begun = {
    id,
    orderId,
    buyer,
    seller,
    isGuest: goods === 'guest' || goods === 'single of a guest' || goods === 'rest of a guest',
    isGift: goods === 'gift' || goods === 'given',
    isSingle: goods === 'single of a guest',
    secret: textIn(json, 'receiptUrl')?.split('/').at(-1),
  }
  run.begun.push(begun)
  return begun
}

/**
 * Returns the last link of guests to tracks of a seller, or the last two: who pays the rest need
 * not be who paid the tracks.
 */
function linksTo({ begun }: Run, seller: Seller, more: number): { rest?: string[] } {
  const links = begun.flatMap(({ secret, isSingle, seller: { person } }) =>
    secret !== undefined && isSingle && person.cassetId === seller.person.cassetId ? [secret] : [],
  )
  const chosen = more === 0 ? links.slice(-1) : links.slice(-2)
  return chosen.length === 0 ? {} : { rest: chosen }
}

/**
 * Asks what a license of somebody's release costs. An agent needs no session, and sends one here
 * like everybody.
 */
async function quoted(run: Run, { releaseId }: Seller, buyer: Person): Promise<{ quoteId: string }> {
  const path = `/api/agents/releases/${releaseId}/license-quote`
  const { json } = await ask(run, 'POST', path, buyer, { scopes: ['download'], agentKey: buyer.handle })
  return { quoteId: textIn(json, 'quoteId') ?? '' }
}

/** Types a card into a payment. */
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
    goods: 'single of a guest',
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
  await ask(run, 'POST', '/api/guest/claim', buyer, { secret })
}

/** Somebody opens the link of a gift, and takes it. */
export async function take(run: Run, { orderId }: Begun, buyerAt: number): Promise<void> {
  const buyer = pick(run.deck.buyers, buyerAt)
  if (!buyer) return
  const secret = issueLink(run.deck.ctx, orderId, 'gift')
  await ask(run, 'POST', '/api/gifts/claim', buyer, { secret })
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
