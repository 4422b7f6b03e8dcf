import { inTransaction } from '../../../../db/commits.ts'
import { sellerAccounts } from '../../../../db/schema/books/seller.ts'
import type { Ctx } from '../../../context.ts'
import { accountReadyJob } from '../../../platform/job/job-kinds.ts'
import { askForNew } from '../../../platform/payment/ask-processor.ts'
import { paymentLock } from '../../../platform/payment/payment-lock.ts'
import type { Processor } from '../../../platform/payment/processor.ts'
import { noteSecurity } from '../../../platform/security/note-security.ts'
import { wasPaid } from '../was-paid.ts'
import { closeAccountJob } from './close-account.ts'
import { accountOfArtist, type SellerAccount } from './seller-account.ts'

export type NewSeller = {
  artistId: string
  displayName: string
  country: string
  email?: string
  replaces?: string | undefined
}

/**
 * Returns the artist's connected account: the existing one, or a new one, opened once however often
 * it is requested. A closed account makes room for another; so does a replaced one that was never
 * paid, which is then closed. `ready` runs before it is stored. Throws UNAVAILABLE.
 */
export function openAccount(
  ctx: Ctx,
  processor: Processor,
  seller: NewSeller,
  ready: (accountId: string) => Promise<boolean> = async () => false,
): Promise<SellerAccount> {
  return paymentLock(ctx)(`seller ${seller.artistId}`, async () => {
    const before = accountOfArtist(ctx, processor.mode, seller.artistId)
    const isReplaced = before !== undefined && before.accountId === seller.replaces
    if (before && before.endedAt === null && !isReplaced) return before
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
    const account = inTransaction(ctx.db, () => {
      const wasSold = isReplaced && wasPaid(ctx, before)
      const unused = wasSold ? accountId : before?.accountId
      if (isReplaced && unused) ctx.jobs.add(closeAccountJob, { accountId: unused }, { key: unused })
      if (wasSold) return before
      if (isReady) ctx.jobs.add(accountReadyJob, { artistId: row.artistId }, { key: row.artistId })
      return ctx.db.insert(sellerAccounts).values(row).onConflictDoUpdate({ target, set: row }).returning().get()
    })
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
