import { eq } from 'drizzle-orm'
import { sellerAccounts } from '../../../db/schema/books/seller.ts'
import { vatRates, vatTerms } from '../../../db/schema/books/vat.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { webhookEndpoints } from '../../../db/schema/platform/payment.ts'
import { discounts } from '../../../db/schema/shop/discount.ts'
import { referralLinks } from '../../../db/schema/shop/referral.ts'
import { makeOwner } from '../../../src/account/owner/make-owner.ts'
import { viewerOfSession } from '../../../src/account/session/viewer.ts'
import { hasAccounts } from '../../../src/books/seller/account/seller-account.ts'
import type { Ctx } from '../../../src/context.ts'
import { requireProcessor } from '../../../src/platform/payment/ask-processor.ts'
import { checkEndpoints, repairEndpoints } from '../../../src/platform/payment/endpoint/check-endpoints.ts'
import { endpoints } from '../../../src/platform/payment/endpoint/endpoints.ts'
import { changePolicy } from '../../../src/release/owner/change-policy.ts'
import { publishRelease } from '../../../src/release/owner/publish-release.ts'
import { createRelease } from '../../../src/release/owner/write-release.ts'
import { createCoCasset } from '../../../src/room/co-casset/create-co-casset.ts'
import { acceptInvitation } from '../../../src/room/co-casset/invitation.ts'
import { setEverything } from '../../../src/shop/everything/everything-offer.ts'
import { addTape } from '../casset/tape.ts'
import { addEmoji } from '../shop/emoji.ts'
import { publishableKey, secretKey } from '../test-processor/stripe.ts'
import { addReadyTrack, cast, type Person } from '../world.ts'
import type { Bank } from './bank.ts'
import type { Relay } from './relay.ts'

/** The parameters that differ from run to run. */
export type Setting = {
  feePercent: '0' | '10' | '12.5' | '33.33'
  /** The currency of the balances: that of each payment, or one that everything is converted to. */
  settlesIn: 'each' | 'usd' | 'eur' | 'gbp'
  /** When the processor says what it took of a payment: at once, or half an hour later. */
  fees: 'at once' | 'late'
  /** Whether a refund that is larger than the balance leaves it negative, or waits. */
  refunds?: 'at once' | 'when there is money'
  /** The sums that a transfer can be taken back from. */
  takesBack?: 'what is pending' | 'what is available'
  /** Whether buyers may give music back within fourteen days. */
  givesBack?: 'on' | 'off'
  /** The rate of VAT within prices, in percent; without it they include none. */
  vat?: '19' | '25.5' | '0.01' | '50' | undefined
  /**
   * The sellers have hooks and nothing to sell, as a run of drops needs them: that is cast five
   * times faster.
   */
  onlyHooks?: boolean
}

/**
 * Somebody who sells. `country` is null for the owner of the instance, who has no connected
 * account, and for what the three of them sell together, which its creator looks after.
 */
export type Seller = {
  readonly person: Person
  readonly country: 'us' | 'de' | null
  readonly emojiId: string
  /**
   * A release of theirs that can be licensed for download; null for what they sell together, which
   * has none.
   */
  readonly releaseId: string | null
  /** Their tracks that are sold one by one, for 150 each. */
  readonly trackIds: readonly string[]
  /** Their tapes; a buyer gets all of them at a fifth off, together with those to come. */
  readonly tapeIds: readonly string[]
  /** The link by which others are sent here. */
  readonly referralCode: string
}

/** The settings by which the program takes the processor for Stripe. */
export const envOf = ({ apiBase }: Bank, { url }: Relay, { feePercent, givesBack = 'off' }: Setting) => ({
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_PUBLISHABLE_KEY: publishableKey,
  STRIPE_API_BASE: apiBase.origin,
  BASE_URL: url,
  PLATFORM_FEE_PERCENT: feePercent,
  GIVE_BACK: givesBack,
  SELLERS: 'open',
  NEW_SELLER_SALES: '0',
  LOG_LEVEL: 'error',
})

const stalls = [
  { handle: 'boss', country: null, currency: 'usd' },
  { handle: 'nova', country: 'us', currency: 'usd' },
  { handle: 'iris', country: 'de', currency: 'eur' },
] as const

const nothing = { emojiId: '', releaseId: null, referralCode: '' }

/**
 * Puts the sellers into the database: each with a casset for 700, an emoji for 200 and an account
 * that may be paid.
 */
export async function castSellers(ctx: Ctx, bank: Bank, { onlyHooks = false, vat }: Setting): Promise<Seller[]> {
  if (vat !== undefined) includeVat(ctx, vat)
  const sellers: Seller[] = []
  const { userId } = cast(ctx, 'fan', { published: false })
  for (const { handle, country, currency } of stalls) {
    const person = cast(ctx, handle, { priceMinor: 700, currency })
    const track = await addReadyTrack(ctx, person.cassetId, 'Dawn')
    const goods = onlyHooks ? nothing : await goodsOf(ctx, person, userId)
    const releaseId = onlyHooks ? null : await releaseOf(ctx, person, track.id)
    const shelf = onlyHooks ? noShelf : await fillShelf(ctx, person, track.id, currency)
    if (country === null) makeOwner(ctx, `${handle}@example.com`)
    else await connect(ctx, bank, person, country)
    sellers.push({ person, country, ...goods, releaseId, ...shelf })
  }
  return onlyHooks ? sellers : [...sellers, await castTogether(ctx, userId, sellers)]
}

/**
 * Lets prices include VAT at a rate since ever: payments are dated by the second, so one may be
 * dated before the run.
 */
function includeVat({ db }: Ctx, percent: string): void {
  const since = { fromAt: 0, changedAt: 0 }
  db.insert(vatTerms)
    .values({ ...since, isOn: true, homeCountry: 'US', withTips: true })
    .run()
  db.insert(vatRates)
    .values({ ...since, country: 'US', basisPoints: Math.round(Number(percent) * 100) })
    .run()
}

const noShelf = { trackIds: [], tapeIds: [] }

/** Sells somebody's tracks one by one, and everything together: two tapes, and what comes later. */
async function fillShelf(ctx: Ctx, person: Person, trackId: string, currency: string) {
  const { artistId, cassetId } = person
  const dusk = await addReadyTrack(ctx, cassetId, 'Dusk', { position: 2 })
  ctx.db.update(cassets).set({ trackPriceMinor: 150 }).where(eq(cassets.id, cassetId)).run()
  const tapeId = addTape({ ctx }, person, 'live', { priceMinor: 500, currency })
  await addReadyTrack(ctx, tapeId, 'Encore')
  setEverything(ctx, artistId, { percent: 20, hasFuture: true })
  return { trackIds: [trackId, dusk.id], tapeIds: [cassetId, tapeId] }
}

/** The code of each seller, which takes a third off for three people. */
export const theirCode = 'THIRD'

/** Gives a seller what they sell besides a casset, and a fan's link that leads there. */
async function goodsOf(ctx: Ctx, person: Person, fanId: string) {
  const { handle, cassetId } = person
  const { id: emojiId } = await addEmoji({ ctx }, person)
  const referralCode = `to-${handle.split('-')[0]}`
  const { currency } = ctx.db
    .select({ currency: cassets.currency })
    .from(cassets)
    .where(eq(cassets.id, cassetId))
    .get() ?? {
    currency: 'usd',
  }
  const code = {
    id: ctx.uuid(),
    artistId: person.artistId,
    cassetId,
    code: handle === 'together-three' ? `${theirCode}S` : theirCode,
    percent: 33,
  }
  ctx.db
    .insert(discounts)
    .values({ ...code, currency, uses: 3, createdAt: ctx.now() })
    .run()
  const link = { code: referralCode, userId: fanId, cassetId, createdAt: ctx.now() }
  ctx.db.insert(referralLinks).values(link).run()
  return { emojiId, referralCode }
}

/** How the three divide what they sell together; what does not come out even is the first one's. */
export const togetherSplits: Readonly<Record<string, number>> = { nova: 45.5, boss: 33.25, iris: 21.25 }

/**
 * Puts a casset of the three into the database, made by nova, with what the others' have but a
 * release.
 */
async function castTogether(ctx: Ctx, fanId: string, sellers: readonly Seller[]): Promise<Seller> {
  const signedIn = (handle: string) => {
    const person = sellers.find((seller) => seller.person.handle === handle)?.person
    const viewer = person && viewerOfSession(ctx, person.sessionId)
    if (!viewer) throw new Error(`Nobody is ${handle}.`)
    return { person, viewer }
  }
  const [nova, ...others] = Object.keys(togetherSplits).map(signedIn)
  if (!nova) throw new Error('Nobody sells together.')
  const members = others.map(({ viewer }) => viewer.handle)
  const asked = { name: 'Together', slug: 'together-three', members, splits: togetherSplits }
  const { casset } = createCoCasset(ctx, nova.viewer, asked)
  for (const { viewer } of others) acceptInvitation(ctx, asked.slug, viewer, undefined)
  const isIt = eq(cassets.id, casset.id)
  ctx.db.update(cassets).set({ priceMinor: 700, currency: 'usd', published: true }).where(isIt).run()
  const person = { ...nova.person, cassetId: casset.id, handle: asked.slug }
  const [dusk, noon] = [
    await addReadyTrack(ctx, casset.id, 'Dusk'),
    await addReadyTrack(ctx, casset.id, 'Noon', { position: 2 }),
  ]
  ctx.db.update(cassets).set({ trackPriceMinor: 150 }).where(isIt).run()
  const shelf = { trackIds: [dusk.id, noon.id], tapeIds: [casset.id] }
  return { person, country: null, ...(await goodsOf(ctx, person, fanId)), releaseId: null, ...shelf }
}

/** Publishes a track as a release whose download is licensed for 900. */
async function releaseOf(ctx: Ctx, { sessionId, handle }: Person, trackId: string): Promise<string> {
  const viewer = viewerOfSession(ctx, sessionId)
  if (!viewer) throw new Error(`Nobody is ${handle}.`)
  const { id } = createRelease(ctx, viewer, { title: 'Dawn', type: 'SINGLE', trackIds: [trackId] })
  const price = { amount: 900, currency: handle === 'iris' ? 'eur' : 'usd' }
  changePolicy(ctx, viewer, id, { scope: 'download', decision: 'REQUIRE_LICENSE', price })
  publishRelease(ctx, viewer, id, null)
  await ctx.jobs.idle()
  return id
}

async function connect(ctx: Ctx, { stripe, test }: Bank, { artistId }: Person, country: string): Promise<void> {
  const { id: accountId } = await stripe.v2.core.accounts.create({
    identity: { country },
    configuration: { recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } } },
  })
  await test.completeOnboarding(accountId)
  const now = ctx.now()
  const row = { artistId, mode: 'test-key', accountId, ready: true, readyAt: now, createdAt: now } as const
  ctx.db.insert(sellerAccounts).values(row).run()
}

/**
 * Registers the program's webhooks at the processor, as the doctor does, where the relay passes
 * them on.
 */
export async function listenAt(relay: Relay, ctx: Ctx): Promise<void> {
  const processor = requireProcessor(ctx)
  await repairEndpoints(
    ctx,
    processor,
    await checkEndpoints(ctx, processor, relay.url),
    hasAccounts(ctx, processor.mode),
  )
  learnSecrets(relay, ctx)
}

/** Lets the relay sign with what the program expects by now. */
export function learnSecrets(relay: Relay, ctx: Ctx): void {
  for (const { source, secret } of ctx.db.select().from(webhookEndpoints).all()) {
    const path = endpoints.find((endpoint) => endpoint.source === source)?.path
    if (path !== undefined) relay.secrets.set(path, secret)
  }
}
