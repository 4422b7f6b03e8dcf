import { and, eq, getTableColumns, gt, isNotNull, isNull, lte, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Db } from './open.ts'
import { prepareReceiptReads } from './receipt-reads.ts'
import { prepareSaleReads } from './sale-reads.ts'
import { artists, sessions, users } from './schema/account.ts'
import { tracks } from './schema/audio.ts'
import { assets, cassets } from './schema/casset.ts'
import { emojiPurchases, emojis, purchases, sellerAccounts } from './schema/checkout.ts'

/**
 * Which sessions have neither ended nor been unused since `idleSince`. One that begins only later was made while the clock
 * was ahead, and counts as unused since that was found.
 */
export const isLive = (now: number | Placeholder, idleSince: number | Placeholder) =>
  and(
    gt(sessions.expiresAt, now),
    gt(sessions.seenAt, idleSince),
    or(lte(sessions.createdAt, now), isNull(sessions.earlyAt), gt(sessions.earlyAt, idleSince)),
  )

/** The reads that nearly every request makes. */
export type HotReads = ReturnType<typeof prepareHotReads>

/**
 * Prepares the hot reads once, for the mode that payments are in. Built anew, each leaves some hundred kilobytes of query and native statement to the
 * collector: two hundred listeners at once were fifty megabytes.
 */
export function prepareHotReads(db: Db, mode: string) {
  const { peaks: _, ...trackColumns } = getTableColumns(tracks)
  const track = db
    .select(trackColumns)
    .from(tracks)
    .where(eq(tracks.id, sql.placeholder('id')))
    .prepare()

  const world = (which: SQL) =>
    db
      .select({ casset: cassets, artist: artists, cover: { id: assets.id, color: assets.color, width: assets.width } })
      .from(cassets)
      .innerJoin(artists, eq(artists.id, cassets.artistId))
      .leftJoin(assets, eq(assets.id, cassets.coverAssetId))
      .where(which)
      .prepare()
  const worldBySlug = world(eq(artists.handle, sql.placeholder('slug')))
  const worldById = world(eq(cassets.id, sql.placeholder('id')))

  const viewer = (which: SQL) =>
    db
      .select({
        userId: users.id,
        sessionId: sessions.id,
        email: users.email,
        emailVerifiedAt: users.emailVerifiedAt,
        role: users.role,
        artistId: artists.id,
        handle: artists.handle,
        displayName: artists.displayName,
        seenAt: sessions.seenAt,
        createdAt: sessions.createdAt,
        earlyAt: sessions.earlyAt,
      })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .innerJoin(artists, eq(artists.userId, users.id))
      .where(and(which, isLive(sql.placeholder('now'), sql.placeholder('idleSince'))))
      .prepare()
  const viewerByTokenHash = viewer(eq(sessions.tokenHash, sql.placeholder('which')))
  const viewerBySessionId = viewer(eq(sessions.id, sql.placeholder('which')))

  const held = db
    .select({ id: purchases.id })
    .from(purchases)
    .where(
      and(
        eq(purchases.userId, sql.placeholder('userId')),
        eq(purchases.cassetId, sql.placeholder('cassetId')),
        isNull(purchases.endedAt),
      ),
    )
    .prepare()

  const seller = db
    .select({ role: users.role, ready: sellerAccounts.ready })
    .from(artists)
    .innerJoin(users, eq(users.id, artists.userId))
    .leftJoin(sellerAccounts, and(eq(sellerAccounts.artistId, artists.id), sql`${sellerAccounts.mode} = ${mode}`))
    .where(eq(artists.handle, sql.placeholder('handle')))
    .prepare()

  const isHolder = eq(emojiPurchases.userId, sql.placeholder('userId'))
  const shownEmojis = db
    .select({ emoji: emojis, heldId: emojiPurchases.id })
    .from(emojis)
    .leftJoin(emojiPurchases, and(eq(emojiPurchases.emojiId, emojis.id), isHolder, isNull(emojiPurchases.endedAt)))
    .where(
      and(
        eq(emojis.cassetId, sql.placeholder('cassetId')),
        or(isNull(emojis.withdrawnAt), isNotNull(emojiPurchases.id)),
      ),
    )
    .orderBy(emojis.id)
    .prepare()

  return {
    ...prepareSaleReads(db),
    ...prepareReceiptReads(db),
    /** A track by id, without what its artist's browser measured. */
    track: (id: string) => track.get({ id }),
    /** A casset with its artist and cover. */
    worldBySlug: (slug: string) => worldBySlug.get({ slug }),
    worldById: (id: string) => worldById.get({ id }),
    /** Who an artist is to the instance, and whether their connected account may be paid; null without one. */
    seller: (handle: string) => seller.get({ handle }),
    /** Whether somebody holds a purchase of a casset that has not ended. */
    isHeld: (cassetId: string, userId: string) => held.get({ cassetId, userId }) !== undefined,
    /** Emoji that a casset offers, or that somebody holds of it, with what they hold. */
    emojis: (cassetId: string, userId: string) => shownEmojis.all({ cassetId, userId }),
    /** Who holds a session that has neither ended nor been unused since `idleSince`. */
    viewerByTokenHash: (which: string, now: number, idleSince: number) =>
      viewerByTokenHash.get({ which, now, idleSince }),
    viewerBySessionId: (which: string, now: number, idleSince: number) =>
      viewerBySessionId.get({ which, now, idleSince }),
  }
}
