import { ownerOf } from '../account/make-owner.ts'
import type { Ctx } from '../context.ts'
import type { Processor } from '../payment/processor.ts'
import { cannotBePaid, obstacleTo } from '../seller/can-be-paid.ts'
import { openAccount } from '../seller/open-account.ts'
import { accountOfArtist } from '../seller/seller-account.ts'
import type { TestProcessor } from '../test-processor/start.ts'

/** Where an artist's money goes: a connected account, or with null the platform's own. The fee is the platform's percent. */
export type Seller = { accountId: string | null; feeBasisPoints: number }

type Artist = { id: string; userId: string; handle: string; displayName: string }

/** Who sells for an artist, and what the platform keeps of it. Throws BAD_STATE when nobody can (rules 7.2 and 7.9). */
export async function sellerOf(ctx: Ctx, processor: Processor, artist: Artist): Promise<Seller> {
  if (ownerOf(ctx)?.userId === artist.userId) return { accountId: null, feeBasisPoints: 0 }
  const obstacle = obstacleTo(ctx, artist.handle)
  if (obstacle) throw cannotBePaid(obstacle)
  const { test, mode } = processor
  const known = accountOfArtist(ctx, mode, artist.id)
  const account = known ?? (test && (await connectForTest(ctx, processor, test, artist)))
  if (!account?.ready) throw cannotBePaid('account')
  return { accountId: account.accountId, feeBasisPoints: Math.round(ctx.config.platformFeePercent * 100) }
}

const connectForTest = (ctx: Ctx, processor: Processor, test: TestProcessor, { id: artistId, displayName }: Artist) =>
  openAccount(ctx, processor, { artistId, displayName, country: 'us' }, async (accountId) => {
    await test.completeOnboarding(accountId)
    return true
  })
