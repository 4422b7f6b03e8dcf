import { eq } from 'drizzle-orm'
import { sellerAccounts } from '../../../db/schema/books/seller.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import { addTape } from '../casset/tape.ts'
import type { Seller } from '../order/market.ts'
import { arrive, ask, pick, type Run } from '../order/run.ts'
import type { StepOf } from '../order/steps.ts'
import { addReadyTrack } from '../world.ts'

/**
 * Returns the connected account that a seller has now; undefined for the owner of the instance, or
 * when it is closed.
 */
export function openAccountOf({ deck: { ctx } }: Run, { person }: Seller): string | undefined {
  const rows = ctx.db.select().from(sellerAccounts).where(eq(sellerAccounts.artistId, person.artistId)).all()
  return rows.find(({ mode, endedAt }) => mode === 'test-key' && endedAt === null)?.accountId
}

const origin = 'https://deck.example'

async function press(run: Run, account: string, choice: 'restrict' | 'complete'): Promise<void> {
  const urls = { return_url: origin, refresh_url: origin }
  const link = await run.deck.processor.stripe.v2.core.accountLinks.create({
    account,
    use_case: { type: 'account_onboarding', account_onboarding: urls },
  })
  await fetch(link.url, { method: 'POST', body: new URLSearchParams({ choice }), redirect: 'manual' })
}

/**
 * A seller's account loses or regains what it may do, or is closed; a closed one is followed by
 * another.
 */
export async function changeAccount(run: Run, { seller: at, to }: StepOf<'account'>): Promise<void> {
  const seller = pick(run.deck.sellers, at)
  if (!seller || seller.country === null) return
  const { stripe, test } = run.deck.processor
  const account = openAccountOf(run, seller)
  if (account === undefined) {
    await ask(run, 'POST', '/api/studio/payouts/onboarding', seller.person, { country: seller.country })
    const opened = openAccountOf(run, seller)
    if (opened !== undefined) await test.completeOnboarding(opened)
  } else if (to === 'close') {
    // An account that is closed before an event of it arrived cannot be read afterwards.
    await arrive(run)
    await stripe.v2.core.accounts.close(account, { applied_configurations: ['recipient'] })
    await arrive(run)
    // An older copy would take the account for open, and the processor does not report it again.
    run.deck.copy()
  } else if (to === 'block' || to === 'unblock') await test.blockPayouts(account, to === 'block')
  else await press(run, account, to)
}

/**
 * The processor pays out what is available to a seller, with the owner's the platform's; or part of
 * it.
 */
export async function payOut(run: Run, { seller: at, keeps }: StepOf<'pay out'>): Promise<void> {
  const seller = pick(run.deck.sellers, at)
  if (!seller) return
  const { stripe, test } = run.deck.processor
  const account = openAccountOf(run, seller)
  if (account === undefined && seller.country !== null) return
  const whose = account === undefined ? {} : { stripeAccount: account }
  for (const { amount, currency } of (await stripe.balance.retrieve({}, whose)).available) {
    if (amount <= keeps) continue
    if (keeps > 0) await stripe.payouts.create({ amount: amount - keeps, currency }, whose)
    else await test.payOut(currency, account)
  }
}

/** The bank sends a payout back. */
export async function failPayout(run: Run, { seller: at, nth }: StepOf<'fail payout'>): Promise<void> {
  const seller = pick(run.deck.sellers, at)
  if (!seller) return
  const { stripe, test } = run.deck.processor
  const account = openAccountOf(run, seller)
  if (account === undefined && seller.country !== null) return
  const { data } = await stripe.payouts.list({}, account === undefined ? {} : { stripeAccount: account })
  const payout = pick(data, nth)
  if (payout) await test.failPayout(payout.id, account)
}

/** The artist changes the price, or publishes the casset or not. */
export async function changeCasset(run: Run, at: number, patch: { price: number } | { published: boolean }) {
  const seller = pick(run.deck.sellers, at)
  if (!seller) return
  await ask(run, 'PATCH', `/api/studio/casset/${seller.person.cassetId}`, seller.person, patch)
}

/** The artist deletes all tracks, or adds one. */
export async function changeTracks(run: Run, { seller: at, are }: StepOf<'tracks'>): Promise<void> {
  const seller = pick(run.deck.sellers, at)
  if (!seller) return
  const { person } = seller
  if (are === 'added') return void (await addReadyTrack(run.deck.ctx, person.cassetId, 'Kettle'))
  const rows = run.deck.ctx.db.select().from(tracks).where(eq(tracks.cassetId, person.cassetId)).all()
  for (const { id } of rows) await ask(run, 'DELETE', `/api/studio/tracks/${id}`, person)
}

/** A seller publishes a further tape, and buyers of everything, with what is to come, get it. */
export async function releaseTape(run: Run, { seller: at }: StepOf<'release tape'>): Promise<void> {
  const seller = pick(run.deck.sellers, at)
  if (!seller || seller.tapeIds.length < 2) return
  const { ctx } = run.deck
  const { person } = seller
  const currency = person.handle === 'iris' ? 'eur' : 'usd'
  const word = `later-${ctx.uuid()}`
  const id = addTape({ ctx }, person, word, { priceMinor: 300, currency, published: false, publishedAt: null })
  await addReadyTrack(ctx, id, word)
  await ask(run, 'PATCH', `/api/studio/casset/${id}`, person, { published: true })
  // An older copy would not have it, and nobody could sell it again.
  run.deck.copy()
}
