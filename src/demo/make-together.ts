import { eq } from 'drizzle-orm'
import { inTransaction } from '../../db/commits.ts'
import { cassets } from '../../db/schema/casset/casset.ts'
import type { tracks } from '../../db/schema/casset/track.ts'
import { updateCasset } from '../casset/update-casset.ts'
import type { Ctx } from '../context.ts'
import { newPriceCurrency } from '../platform/payment/platform-currency.ts'
import { createCoCasset } from '../room/co-casset/create-co-casset.ts'
import { acceptInvitation } from '../room/co-casset/invitation.ts'
import { postMessage } from '../room/co-casset/post-message.ts'
import { shareTrack } from '../room/co-casset/share-track.ts'
import { demoPrice } from './artists.ts'
import { TOGETHER } from './cast/sayings.ts'
import { queuePast } from './make-past.ts'
import { paintSleeve } from './make-tapes.ts'
import { playedBy } from './played-by.ts'

type Track = Pick<typeof tracks.$inferSelect, 'id'>

/** Makes the casset that two of the cast share, once a track of each is there, and publishes it. */
export async function makeTogether(
  ctx: Ctx,
  recorded: (slug: string) => Track | undefined,
  signal: AbortSignal,
): Promise<void> {
  const { slug, name, creator, guest, messages, priceMinor } = TOGETHER
  const [first, second] = [recorded(creator.slug), recorded(guest.slug)]
  if (!first || !second || ctx.db.select().from(cassets).where(eq(cassets.slug, slug)).get()) return
  const [maker, other] = [playedBy(ctx, creator.handle).viewer, playedBy(ctx, guest.handle).viewer]
  const coverAssetId = await paintSleeve(ctx, maker, slug, signal)
  inTransaction(ctx.db, () => {
    const { casset } = createCoCasset(ctx, maker, { name, slug, members: [guest.handle] })
    acceptInvitation(ctx, slug, other, undefined)
    shareTrack(ctx, slug, maker, first.id)
    shareTrack(ctx, slug, other, second.id)
    const price = demoPrice(priceMinor, newPriceCurrency(ctx))
    updateCasset(ctx, maker, casset.id, { price, coverAssetId, published: true, profilePatternId: 'soft-grain' }, null)
  })
  for (const { by, text } of messages) postMessage(ctx, slug, playedBy(ctx, by).viewer, text)
  queuePast(ctx, slug)
}
