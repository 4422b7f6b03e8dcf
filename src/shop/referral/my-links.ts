import { and, count, desc, eq, isNull, lt, sql } from 'drizzle-orm'
import { artists } from '../../../db/schema/account/account.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { referralCredits, referralLinks } from '../../../db/schema/shop/referral.ts'
import { isVisible } from '../../casset/access/visible-casset.ts'
import type { Ctx } from '../../context.ts'
import { cutPage } from '../../lib/cut-page.ts'
import { slugOf } from '../../lib/text/slug.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { whereCounted } from '../../platform/payment/mode.ts'
import type { MyLinks } from './model.ts'
import { referralUrl } from './referral-link.ts'

/**
 * Returns the caller's referral links with the result of each, links to the newest cassets first.
 * Links to cassets that they may no longer see are left out.
 */
export function myLinks(ctx: Ctx, author: Viewer, limit: number, cursor?: string): MyLinks {
  const whereFurther = cursor === undefined ? undefined : lt(referralLinks.cassetId, cursor)
  const { id, slug, word, name, published, privacy, takenDown } = cassets
  const isCounted = and(
    eq(referralCredits.code, referralLinks.code),
    whereCounted(referralCredits.mode, ctx.config.paymentMode),
    isNull(referralCredits.endedAt),
  )
  const rows = ctx.db
    .select({
      link: referralLinks,
      casset: { id, slug, word, name, published, privacy, takenDown },
      artist: { userId: artists.userId, handle: artists.handle },
      // Counted from an index of active credits.
      collects: sql<number>`${ctx.db.select({ collects: count() }).from(referralCredits).where(isCounted)}`,
    })
    .from(referralLinks)
    .innerJoin(cassets, eq(cassets.id, referralLinks.cassetId))
    .innerJoin(artists, eq(artists.id, cassets.artistId))
    .where(and(eq(referralLinks.userId, author.userId), whereFurther))
    .orderBy(desc(referralLinks.cassetId))
    .limit(limit + 1)
    .all()
  const { page, nextCursor } = cutPage(rows, limit, ({ link }) => link.cassetId)
  const links = page
    .filter((row) => isVisible(ctx, row, author))
    .map(({ link, casset, artist, collects }) => ({
      casset: { slug: slugOf(casset, artist.handle), name: casset.name },
      url: referralUrl(ctx, slugOf(casset, artist.handle), link.code),
      visits: link.visits,
      collects,
    }))
  return { links, nextCursor }
}
