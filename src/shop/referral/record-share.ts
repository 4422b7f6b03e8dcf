import { inTransaction } from '../../../db/commits.ts'
import { shares } from '../../../db/schema/shop/referral.ts'
import { notify } from '../../account/notification/notify.ts'
import { visibleTrack } from '../../casset/access/decide-access.ts'
import { visibleCasset } from '../../casset/access/visible-casset.ts'
import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { pagePath } from '../../lib/text/slug.ts'
import { dateOf, dayAt } from '../../lib/time/calendar.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import type { NewShare } from './model.ts'
import { shareNotification } from './share-notification.ts'

/**
 * Stores that somebody shared a casset, or one of its tracks. Returns the casset's canonical
 * address. Throws NOT_FOUND when casset or track is absent or hidden from them.
 */
export function recordShare(ctx: Ctx, author: Viewer, slug: string, { trackId, channel }: NewShare) {
  const { casset, artist } = visibleCasset(ctx, slug, author)
  if (trackId !== undefined && visibleTrack(ctx, trackId, author).track.cassetId !== casset.id) throw notFound('track')
  const id = ctx.uuid()
  const where = { cassetId: casset.id, trackId: trackId ?? null, channel: channel ?? null }
  const createdAt = ctx.now()
  const key = `${author.userId} ${casset.id} ${dateOf(dayAt(createdAt))}`
  const details = { name: casset.name, slug: artist.handle }
  inTransaction(ctx.db, () => {
    ctx.db
      .insert(shares)
      .values({ ...where, id, userId: author.userId, createdAt })
      .run()
    notify(ctx, shareNotification, { artistId: artist.id, actorId: author.artistId, key, details })
  })
  return { id, url: cassetUrl(ctx, artist.handle) }
}

export const cassetUrl = (ctx: Ctx, slug: string): string => ctx.site.origin + pagePath(slug)
