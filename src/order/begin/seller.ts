import { ownerOf } from '../../account/owner/make-owner.ts'
import { openAccount } from '../../books/seller/account/open-account.ts'
import { accountOfArtist } from '../../books/seller/account/seller-account.ts'
import { cannotBePaid, obstacleTo } from '../../books/seller/can-be-paid.ts'
import { maySell, permissionOf } from '../../books/seller/permission/permission.ts'
import type { CassetForSale } from '../../casset/access/visible-casset.ts'
import { sharesOf } from '../../casset/member/shares.ts'
import type { Ctx } from '../../context.ts'
import type { Processor } from '../../platform/payment/processor.ts'
import type { TestProcessor } from '../../test-processor/start.ts'
import type { Seller } from '../place-order.ts'

/**
 * Returns who sells a casset, and the platform's percent. Throws BAD_STATE when nobody can
 * (rules: whose-account, permission-to-sell, co-casset-sales).
 */
export async function sellerOf(ctx: Ctx, processor: Processor, { casset, artist }: CassetForSale): Promise<Seller> {
  if (casset.slug !== null) return sellersOf(ctx, processor, casset.id, casset.slug)
  if (ownerOf(ctx)?.userId === artist.userId) return { accountId: null, feeBasisPoints: 0 }
  const obstacle = obstacleTo(ctx, artist.handle)
  if (obstacle) throw cannotBePaid(obstacle)
  const { test, mode } = processor
  const known = accountOfArtist(ctx, mode, artist.id)
  const account = known ?? (test && (await connectForTest(ctx, processor, test, artist)))
  if (!account?.ready) throw cannotBePaid('account')
  return { accountId: account.accountId, feeBasisPoints: feeOf(ctx) }
}

const feeOf = ({ config }: Ctx) => Math.round(config.platformFeePercent * 100)

async function sellersOf(ctx: Ctx, processor: Processor, cassetId: string, slug: string): Promise<Seller> {
  const obstacle = obstacleTo(ctx, slug)
  if (obstacle) throw cannotBePaid(obstacle)
  const shares = sharesOf(ctx, cassetId)
  const { test, mode } = processor
  for (const { artistId: id, displayName, stays } of test ? shares : []) {
    const isLeft = stays || !maySell(ctx.config, permissionOf(ctx, id)) || accountOfArtist(ctx, mode, id)
    if (test && !isLeft) await connectForTest(ctx, processor, test, { id, displayName })
  }
  return { accountId: null, feeBasisPoints: shares.every(({ stays }) => stays) ? 0 : feeOf(ctx) }
}

type Artist = { id: string; displayName: string }

const connectForTest = (ctx: Ctx, processor: Processor, test: TestProcessor, { id: artistId, displayName }: Artist) =>
  openAccount(ctx, processor, { artistId, displayName, country: 'us' }, async (accountId) => {
    await test.completeOnboarding(accountId)
    return true
  })
