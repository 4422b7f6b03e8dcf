import { and, eq, gte, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import type { Ctx } from '../../context.ts'

type Track = typeof tracks.$inferSelect

/** The fields of a track that decide who holds it. */
export type HoldableTrack = Pick<Track, 'status' | 'active' | 'inactiveAt'>

/**
 * Whether a purchase at this moment holds a track: a ready track that was active then or at any
 * time since, even if its artist changed that later (rule: held-tracks).
 */
export const isHeldSince = ({ status, active, inactiveAt }: HoldableTrack, purchasedAt: number): boolean =>
  status === 'READY' && (active || (inactiveAt !== null && inactiveAt >= purchasedAt))

/** The same as a condition on `tracks`. */
export const whereHeldSince = (purchasedAt: Placeholder): SQL | undefined =>
  and(eq(tracks.status, 'READY'), or(eq(tracks.active, true), gte(tracks.inactiveAt, purchasedAt)))

/** Returns the SHA-256 of a track's master, and of the rendition that is played instead of it. */
export const hashesOf = ({ sha256, playSha256 }: Pick<Track, 'sha256' | 'playSha256'>): string[] =>
  playSha256 === null ? [sha256] : [sha256, playSha256]

const ofCasset = prepared((db) =>
  db
    .select({ sha256: tracks.sha256, playSha256: tracks.playSha256 })
    .from(tracks)
    .where(and(eq(tracks.cassetId, sql.placeholder('cassetId')), whereHeldSince(sql.placeholder('since')))),
)

/**
 * Returns the same for all tracks of a casset that are held since a moment (ms); with null, for
 * those that are active now.
 */
export const heldMasters = (ctx: Ctx, cassetId: string, since: number | null): string[] =>
  ofCasset(ctx.db)
    .all({ cassetId, since: since ?? Number.MAX_SAFE_INTEGER })
    .flatMap(hashesOf)

const firstSound = prepared((db) => {
  const isHeard = and(eq(tracks.active, true), eq(tracks.status, 'READY'))
  return db
    .select({ id: tracks.id })
    .from(tracks)
    .where(and(eq(tracks.cassetId, sql.placeholder('cassetId')), isHeard))
    .limit(1)
})

/** Whether a casset has a track to hear: one that is active and ready. */
export const hasSound = ({ db }: Ctx, cassetId: string): boolean => firstSound(db).get({ cassetId }) !== undefined
