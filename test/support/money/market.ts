import { webhookEndpoints } from '../../../db/schema/payment.ts'
import { referralLinks } from '../../../db/schema/referral.ts'
import { sellerAccounts } from '../../../db/schema/seller.ts'
import { makeOwner } from '../../../src/account/make-owner.ts'
import type { Ctx } from '../../../src/context.ts'
import { requireProcessor } from '../../../src/payment/ask-processor.ts'
import { checkEndpoints, repairEndpoints } from '../../../src/payment/check-endpoints.ts'
import { endpoints } from '../../../src/payment/endpoints.ts'
import { addEmoji } from '../emoji.ts'
import { publishableKey, secretKey } from '../stripe.ts'
import { addReadyTrack, cast, type Person } from '../world.ts'
import type { Bank } from './bank.ts'
import type { Relay } from './relay.ts'

/** What differs from run to run. */
export type Setting = {
  feePercent: '0' | '10' | '12.5' | '33.33'
  /** What money comes to: balances in each currency, or one that everything is converted to. */
  settlesIn: 'each' | 'usd' | 'eur' | 'gbp'
  /** When the processor says what it took of a payment: at once, or half an hour later. */
  fees: 'at once' | 'late'
}

/** Somebody who sells; `country` is null for the owner of the instance, who has no connected account. */
export type Seller = {
  readonly person: Person
  readonly country: 'us' | 'de' | null
  readonly emojiId: string
  /** The link by which others are sent here. */
  readonly referralCode: string
}

/** What the program is told, so that it takes the processor for Stripe. */
export const envOf = ({ apiBase }: Bank, { url }: Relay, { feePercent }: Setting) => ({
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_PUBLISHABLE_KEY: publishableKey,
  STRIPE_API_BASE: apiBase.origin,
  BASE_URL: url,
  PLATFORM_FEE_PERCENT: feePercent,
  SELLERS: 'open',
  NEW_SELLER_SALES: '0',
  LOG_LEVEL: 'error',
})

const stalls = [
  { handle: 'boss', country: null, currency: 'usd' },
  { handle: 'nova', country: 'us', currency: 'usd' },
  { handle: 'iris', country: 'de', currency: 'eur' },
] as const

/** Puts the sellers into the database: each with a casset for 700, an emoji for 200 and an account that may be paid. */
export async function castSellers(ctx: Ctx, bank: Bank): Promise<Seller[]> {
  const sellers: Seller[] = []
  const { userId } = cast(ctx, 'fan', { published: false })
  for (const { handle, country, currency } of stalls) {
    const person = cast(ctx, handle, { priceMinor: 700, currency })
    await addReadyTrack(ctx, person.cassetId, 'Dawn')
    const { id: emojiId } = await addEmoji({ ctx }, person)
    const referralCode = `to-${handle}`
    const link = { code: referralCode, userId, cassetId: person.cassetId, createdAt: ctx.now() }
    ctx.db.insert(referralLinks).values(link).run()
    if (country === null) makeOwner(ctx, `${handle}@example.com`)
    else await connect(ctx, bank, person, country)
    sellers.push({ person, country, emojiId, referralCode })
  }
  return sellers
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

/** Registers the program's webhooks at the processor, as the doctor does, where the relay passes them on. */
export async function listenAt(relay: Relay, ctx: Ctx): Promise<void> {
  const processor = requireProcessor(ctx)
  await repairEndpoints(ctx, processor, await checkEndpoints(ctx, processor, relay.url))
  learnSecrets(relay, ctx)
}

/** Lets the relay sign with what the program expects by now. */
export function learnSecrets(relay: Relay, ctx: Ctx): void {
  for (const { source, secret } of ctx.db.select().from(webhookEndpoints).all()) {
    const path = endpoints.find((endpoint) => endpoint.source === source)?.path
    if (path !== undefined) relay.secrets.set(path, secret)
  }
}
