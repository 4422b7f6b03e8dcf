import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { canBePaid } from '../../books/seller/can-be-paid.ts'
import { openingText } from '../../casset/access/opening.ts'
import type { Ctx } from '../../context.ts'
import { leastTapes } from '../../lib/payment/least-tapes.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { everythingOffer, publicTapes } from './everything-offer.ts'
import type { EverythingStanding } from './model.ts'

/** Returns whether an artist's offer of everything is shown to visitors, and what it waits for. */
export function everythingStanding(ctx: Ctx, { artistId, handle }: Viewer): EverythingStanding {
  const { name, slug, published, privacy, currency, opensAt, opensZone } = cassets
  const isPublic = and(eq(cassets.artistId, artistId), isNull(slug), eq(published, true), eq(privacy, 'public'))
  const currencies = ctx.db.selectDistinct({ currency }).from(cassets).where(isPublic).all()
  const groups = currencies.map((of) => publicTapes(ctx.db).all({ artistId, ...of }))
  const whole = groups.filter((tapes) => tapes.length >= leastTapes)
  const isFree = whole.length > 0 && whole.every((tapes) => tapes.every(({ priceMinor }) => priceMinor === 0))
  const preorders = ctx.db
    .select({ name, opensAt, opensZone })
    .from(cassets)
    .where(and(isPublic, isNotNull(opensAt)))
    .orderBy(asc(opensAt))
    .all()
  const isPaid = canBePaid(ctx, handle)
  return {
    isSold: everythingOffer(ctx, artistId) !== undefined && whole.length > 0 && !isFree && isPaid,
    canBePaid: isPaid,
    isFree,
    open: Math.max(0, ...groups.map((tapes) => tapes.length)),
    preorders: preorders.flatMap((tape) =>
      tape.opensAt === null ? [] : [{ name: tape.name, hour: openingText(ctx, tape.opensAt, tape.opensZone) }],
    ),
  }
}
