import { and, eq } from 'drizzle-orm'
import { sellerAccounts } from '../../db/schema/checkout.ts'
import { ownerOf } from '../account/make-owner.ts'
import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import { askProcessor } from '../payment/ask-processor.ts'
import type { Processor, TestSide } from '../payment/processor.ts'

/** Where an artist's money goes: a connected account, or with null the platform's own. */
export type Seller = { accountId: string | null; feeMinor: number }

type Artist = { id: string; userId: string; handle: string; displayName: string }

/** Who sells for an artist, and what the platform keeps of an amount. Throws BAD_STATE when nobody can (contract 7). */
export async function sellerOf(ctx: Ctx, processor: Processor, artist: Artist, amountMinor: number): Promise<Seller> {
  if (ownerOf(ctx)?.userId === artist.userId) return { accountId: null, feeMinor: 0 }
  const accountId = connected(ctx, processor.mode, artist.id) ?? (await connectForTest(ctx, processor, artist))
  return { accountId, feeMinor: Math.floor((amountMinor * Math.round(ctx.config.platformFeePercent * 100)) / 10_000) }
}

function connected(ctx: Ctx, mode: Processor['mode'], artistId: string): string | undefined {
  const isReady = and(
    eq(sellerAccounts.artistId, artistId),
    eq(sellerAccounts.mode, mode),
    eq(sellerAccounts.ready, true),
  )
  return ctx.db.select().from(sellerAccounts).where(isReady).get()?.accountId
}

async function connectForTest(ctx: Ctx, processor: Processor, artist: Artist): Promise<string> {
  const { test } = processor
  if (!test) {
    throw new AppError('BAD_STATE', 'This artist cannot be paid yet.', {
      hint: 'The artist has to set payouts up in the studio first.',
    })
  }
  return ctx.paymentTurns(`seller ${artist.id}`, async () => {
    return connected(ctx, 'test', artist.id) ?? (await openTestAccount(ctx, processor, test, artist))
  })
}

async function openTestAccount(ctx: Ctx, processor: Processor, test: TestSide, artist: Artist): Promise<string> {
  const account = await askProcessor(
    ctx,
    processor,
    (stripe, options) =>
      stripe.v2.core.accounts.create(
        {
          display_name: artist.displayName,
          dashboard: 'express',
          identity: { country: 'us' },
          configuration: { recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } } },
          defaults: { responsibilities: { fees_collector: 'application', losses_collector: 'application' } },
          metadata: { artistId: artist.id },
        },
        options,
      ),
    `seller-${artist.id}`,
  )
  test.onboard(account.id)
  const row = { artistId: artist.id, mode: 'test', accountId: account.id, ready: true, createdAt: ctx.now() } as const
  ctx.db.insert(sellerAccounts).values(row).run()
  return account.id
}
