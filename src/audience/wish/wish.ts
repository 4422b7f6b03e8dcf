import { and, count, desc, eq, lt, or, sql } from 'drizzle-orm'
import { partsBy, prepared } from '../../../db/prepared.ts'
import { artists } from '../../../db/schema/account/account.ts'
import { wishes } from '../../../db/schema/audience/wish.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { assets } from '../../../db/schema/platform/asset.ts'
import { hasCollected } from '../../casset/access/collected.ts'
import { isOwnOrShared, visibleCassetForSale } from '../../casset/access/visible-casset.ts'
import { credited } from '../../casset/member/members.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid, notFound } from '../../errors.ts'
import { cutPage } from '../../lib/cut-page.ts'
import { say } from '../../lib/language/say.ts'
import { isoOf } from '../../lib/time/iso-time.ts'
import { toCover } from '../../platform/asset/asset-url.ts'
import type { Viewer } from '../../platform/http/session/session.ts'

const mostWishes = 1_000

const { placeholder } = sql

const one = partsBy(wishes, ['tells', 'createdAt'], 'userId', 'cassetId')

/** Returns what somebody wants of a casset; undefined where it is not on their list. */
export const wishOf = ({ db }: Ctx, userId: string, cassetId: string) => one(db).get({ userId, cassetId })

/**
 * Puts a casset on the caller's wish list, or changes whether they are told when its price falls.
 * Throws NOT_FOUND for a casset that they may not see, and BAD_STATE for their own, one that they
 * have, a list that is full, and, where the site sends email, an address that nobody has confirmed.
 */
export function addWish(ctx: Ctx, viewer: Viewer, slug: string, asked: boolean | undefined) {
  const forSale = visibleCassetForSale(ctx, slug, viewer)
  const { id: cassetId, priceMinor } = forSale.casset
  const { userId } = viewer
  if (isOwnOrShared(ctx, forSale, viewer)) throw new AppError('BAD_STATE', say('This is your own casset.'))
  if (hasCollected(ctx, cassetId, userId)) throw new AppError('BAD_STATE', say('You already have this casset.'))
  if (asked && ctx.mailer && !viewer.emailVerified) {
    throw new AppError('BAD_STATE', say('You have not confirmed your email address yet.'), {
      field: 'tells',
      hint: say('Confirm it in your account, then ask for the email again.'),
    })
  }
  const before = wishOf(ctx, userId, cassetId)
  if (!before) refuseMany(ctx, userId)
  const tells = asked ?? before?.tells ?? false
  ctx.db
    .insert(wishes)
    .values({ userId, cassetId, createdAt: ctx.now(), tells, seenMinor: priceMinor })
    .onConflictDoUpdate({
      target: [wishes.userId, wishes.cassetId],
      set: { tells, seenMinor: sql`min(${wishes.seenMinor}, ${priceMinor})` },
    })
    .run()
  return { wished: true, tells }
}

function refuseMany({ db }: Ctx, userId: string): void {
  const found = db.select({ count: count() }).from(wishes).where(eq(wishes.userId, userId)).get()
  if ((found?.count ?? 0) < mostWishes) return
  throw new AppError('BAD_STATE', say('A wish list holds at most {mostWishes} cassets.', { mostWishes }), {
    hint: say('Take some off first.'),
  })
}

/** Takes a casset off the caller's wishes; it may be hidden by now. Throws NOT_FOUND for none. */
export function endWish({ db }: Ctx, { userId }: Viewer, cassetId: string): void {
  const isThis = and(eq(wishes.userId, userId), eq(wishes.cassetId, cassetId))
  if (!db.delete(wishes).where(isThis).returning({ cassetId: wishes.cassetId }).get()) throw notFound('wish')
}

// Hidden tapes are left out: what a list does not show, it does not count either.
const shown = and(eq(cassets.published, true), sql`${cassets.privacy} <> 'private'`)

const page = prepared((db) => {
  const { id, slug, word, name, priceMinor, currency, opensAt, opensZone } = cassets
  const { createdAt, cassetId, userId } = wishes
  const before = placeholder('beforeAt')
  return db
    .select({
      casset: { id, slug, word, name, priceMinor, currency, opensAt, opensZone },
      artist: { handle: artists.handle, displayName: artists.displayName },
      cover: { id: assets.id, color: assets.color, width: assets.width },
      tells: wishes.tells,
      addedAt: createdAt,
    })
    .from(wishes)
    .innerJoin(cassets, eq(cassets.id, cassetId))
    .innerJoin(artists, eq(artists.id, cassets.artistId))
    .leftJoin(assets, eq(assets.id, cassets.coverAssetId))
    .where(
      and(
        eq(userId, placeholder('userId')),
        or(sql`${createdAt} < ${before}`, and(eq(createdAt, before), lt(cassetId, placeholder('before')))),
        shown,
      ),
    )
    .orderBy(desc(createdAt), desc(cassetId))
    .limit(placeholder('most'))
})

/** Returns a page of the caller's wishes, newest first. Throws VALIDATION for an unknown cursor. */
export function listWishes(ctx: Ctx, { userId }: Pick<Viewer, 'userId'>, limit: number, cursor?: string) {
  const last = cursor === undefined ? undefined : wishOf(ctx, userId, cursor)
  // It may have left the list since: the beginning would come again and again.
  if (cursor !== undefined && !last) throw invalid('cursor', '"cursor" must be the nextCursor of the page before.')
  const start = { beforeAt: last?.createdAt ?? Number.MAX_SAFE_INTEGER, before: cursor ?? '' }
  const rows = page(ctx.db).all({ userId, ...start, most: limit + 1 })
  const { page: shownRows, nextCursor } = cutPage(rows, limit, ({ casset }) => casset.id)
  return {
    wishes: shownRows.map(({ casset, artist, cover, tells, addedAt }) => {
      const { handle, displayName } = credited(ctx, casset, artist)
      const price = { amount: casset.priceMinor, currency: casset.currency }
      const { id, name, opensZone } = casset
      const opensAt = isoOf(casset.opensAt)
      return {
        casset: { id, slug: handle, name, displayName, price, opensAt, opensZone, cover: cover && toCover(cover) },
        tells,
        addedAt: new Date(addedAt).toISOString(),
      }
    }),
    nextCursor,
  }
}
