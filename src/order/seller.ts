import { ownerOf } from '../account/make-owner.ts'
import type { Ctx } from '../context.ts'
import { isUnpayable } from '../payment/ask-processor.ts'
import type { Processor } from '../payment/processor.ts'
import { cannotBePaid, obstacleTo } from '../seller/can-be-paid.ts'
import { openAccount } from '../seller/open-account.ts'
import { refreshAccount } from '../seller/read-account.ts'
import { accountOfArtist } from '../seller/seller-account.ts'
import type { TestProcessor } from '../test-processor/start.ts'

/** Where an artist's money goes: a connected account, or with null the platform's own. */
export type Seller = { accountId: string | null; feeMinor: number }

type Artist = { id: string; userId: string; handle: string; displayName: string }

/** Who sells for an artist, and what the platform keeps of an amount. Throws BAD_STATE when nobody can (rules 7.2 and 7.9). */
export async function sellerOf(ctx: Ctx, processor: Processor, artist: Artist, amountMinor: number): Promise<Seller> {
  if (ownerOf(ctx)?.userId === artist.userId) return { accountId: null, feeMinor: 0 }
  const obstacle = obstacleTo(ctx, artist.handle)
  if (obstacle) throw cannotBePaid(obstacle)
  const { test, mode } = processor
  const known = accountOfArtist(ctx, mode, artist.id)
  const account = known ?? (test && (await connectForTest(ctx, processor, test, artist)))
  if (!account?.ready) throw cannotBePaid('account')
  const feeMinor = Math.floor((amountMinor * Math.round(ctx.config.platformFeePercent * 100)) / 10_000)
  return { accountId: account.accountId, feeMinor }
}

const connectForTest = (ctx: Ctx, processor: Processor, test: TestProcessor, { id: artistId, displayName }: Artist) =>
  openAccount(ctx, processor, { artistId, displayName, country: 'us' }, async (accountId) => {
    await test.completeOnboarding(accountId)
    return true
  })

/** The processor knows better than we do whether a seller may be paid: then what we know is brought up to date. */
export async function refuseSeller(ctx: Ctx, processor: Processor, seller: Seller, error: unknown): Promise<never> {
  if (seller.accountId === null || !isUnpayable(error)) throw error
  await refreshAccount(ctx, processor, seller.accountId)
  throw cannotBePaid('account')
}
