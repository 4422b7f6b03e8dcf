import { sellerAccounts } from '../../db/schema/checkout.ts'
import type { Ctx } from '../context.ts'
import { askForNew } from '../payment/ask-processor.ts'
import type { Processor } from '../payment/processor.ts'
import { noteSecurity } from '../security/note-security.ts'
import { accountOfArtist, type SellerAccount } from './seller-account.ts'

/** The artist to open an account for, and the country they are paid in. */
export type NewSeller = { artistId: string; displayName: string; country: string; email?: string }

/**
 * Returns the artist's connected account, and opens one if there is none or the last one was closed. Concurrent calls
 * open only one. `ready` runs before the account is stored. Throws UNAVAILABLE.
 */
export function openAccount(
  ctx: Ctx,
  processor: Processor,
  seller: NewSeller,
  ready: (accountId: string) => Promise<boolean> = async () => false,
): Promise<SellerAccount> {
  return ctx.paymentLock(`seller ${seller.artistId}`, async () => {
    const before = accountOfArtist(ctx, processor.mode, seller.artistId)
    if (before && before.endedAt === null) return before
    const accountId = await create(ctx, processor, seller, before)
    const isReady = await ready(accountId)
    const row = {
      artistId: seller.artistId,
      mode: processor.mode,
      accountId,
      ready: isReady,
      readyAt: isReady ? ctx.now() : null,
      endedAt: null,
      createdAt: ctx.now(),
    }
    const target = [sellerAccounts.artistId, sellerAccounts.mode]
    const account = ctx.db.insert(sellerAccounts).values(row).onConflictDoUpdate({ target, set: row }).returning().get()
    if (isReady) noteSecurity(ctx, 'seller_ready', {}, { artistId: seller.artistId, mode: processor.mode })
    return account
  })
}

async function create(
  ctx: Ctx,
  processor: Processor,
  { artistId, displayName, country, email }: NewSeller,
  before: SellerAccount | undefined,
): Promise<string> {
  const account = await askForNew(
    ctx,
    processor,
    (stripe, options) =>
      stripe.v2.core.accounts.create(
        {
          display_name: displayName,
          ...(email === undefined ? {} : { contact_email: email }),
          dashboard: 'express',
          identity: { country },
          configuration: { recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } } },
          defaults: { responsibilities: { fees_collector: 'application', losses_collector: 'application' } },
          metadata: { artistId },
        },
        options,
      ),
    ['seller', artistId, country, ...(before ? [before.accountId] : [])].join('-'),
  )
  return account.id
}
