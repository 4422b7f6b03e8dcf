import { and, type Column, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { prepared } from '../../../db/prepared.ts'
import { artists, users } from '../../../db/schema/account/account.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { tracks, uploads } from '../../../db/schema/casset/track.ts'
import { emojis } from '../../../db/schema/money/emoji.ts'
import { assets } from '../../../db/schema/platform/asset.ts'
import type { Ctx } from '../../context.ts'
import type { Viewer } from '../http/session.ts'
import { ownState } from '../own-state.ts'
import type { Storage } from './model.ts'
import { usageWords } from './usage-words.ts'

const total = (...columns: Column[]): SQL<number> =>
  sql<number>`${sql.join(
    columns.map((column) => sql`total(${column})`),
    sql` + `,
  )}`

/**
 * Returns the expression for the bytes that an account stores: masters, their hooks and renditions,
 * pictures in all sizes, stems, emoji, and resumable uploads at their declared length. The same
 * bytes twice count twice, also the copy of a track on a co-casset, which is its contributor's.
 */
export function storedBytes(db: Db, userId: Column): SQL<number> {
  const whereMine = eq(artists.userId, userId)
  const ownCassets = () =>
    db.select({ id: cassets.id }).from(artists).innerJoin(cassets, eq(cassets.artistId, artists.id)).where(whereMine)
  const ownArtists = db.select({ id: artists.id }).from(artists).where(whereMine)
  const ofTracks = () => db.select({ bytes: total(tracks.bytes, tracks.hookBytes, tracks.playBytes) }).from(tracks)
  const stored = [
    ofTracks().where(and(inArray(tracks.cassetId, ownCassets()), isNull(tracks.contributorId))),
    ofTracks().where(inArray(tracks.contributorId, ownArtists)),
    db
      .select({ bytes: total(assets.bytes, assets.variantBytes) })
      .from(assets)
      .where(eq(assets.userId, userId)),
    db
      .select({ bytes: total(emojis.bytes) })
      .from(emojis)
      .where(inArray(emojis.cassetId, ownCassets())),
    db
      .select({ bytes: total(uploads.bytes) })
      .from(uploads)
      .where(eq(uploads.userId, userId)),
  ]
  return sql<number>`${sql.join(
    stored.map((each) => sql`${each}`),
    sql` + `,
  )}`
}

const ofAccount = prepared((db) =>
  db
    .select({ bytes: storedBytes(db, users.id) })
    .from(users)
    .where(eq(users.id, sql.placeholder('userId'))),
)

/** Bytes reserved for uploads in progress, by account. */
export const arrivingBytes = ownState(() => new Map<string, number>())

/** Returns the bytes that an account uses, including what is arriving now. */
export function usedBytes(ctx: Ctx, userId: string): number {
  const row = ofAccount(ctx.db).get({ userId })
  return (row?.bytes ?? 0) + (arrivingBytes(ctx).get(userId) ?? 0)
}

const quotaGrounds = prepared((db) =>
  db
    .select({ role: users.role, trusted: users.trusted })
    .from(users)
    .where(eq(users.id, sql.placeholder('userId'))),
)

/**
 * Returns how many bytes an account may store; null for the owner of the instance and trusted
 * accounts.
 */
export function quotaOf(ctx: Ctx, userId: string): number | null {
  const user = quotaGrounds(ctx.db).get({ userId })
  return user?.role === 'owner' || user?.trusted ? null : ctx.config.accountQuotaBytes
}

/** Returns the viewer's stored bytes and quota. */
export function readStorage(ctx: Ctx, { userId }: Viewer): Storage {
  const bytes = usedBytes(ctx, userId)
  const quotaBytes = quotaOf(ctx, userId)
  return { bytes, quotaBytes, words: usageWords(bytes, quotaBytes) }
}
