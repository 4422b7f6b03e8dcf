import { and, eq, gte, isNull, ne, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { isAmong } from '../../../db/among.ts'
import type { Db } from '../../../db/open.ts'
import { prepared } from '../../../db/prepared.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import type { Ctx } from '../../context.ts'

type Track = typeof tracks.$inferSelect

export type HoldableTrack = Pick<Track, 'status' | 'active' | 'inactiveAt' | 'takenDown' | 'closed'>

/**
 * Whether a purchase at this moment holds a track: a ready track that was active then or at any
 * time since, even if its artist changed that later (rule: held-tracks), unless a law took it down.
 * Nobody holds a track that a preorder has not opened yet (rule: preorders).
 */
export const isHeldSince = (track: HoldableTrack, purchasedAt: number): boolean =>
  isKeepable(track) && wasShownSince(track, purchasedAt)

const isKeepable = ({ status, takenDown, closed }: HoldableTrack): boolean =>
  status === 'READY' && takenDown !== 'law' && !closed

const wasShownSince = ({ active, inactiveAt }: HoldableTrack, purchasedAt: number): boolean =>
  active || (inactiveAt !== null && inactiveAt >= purchasedAt)

/** The condition of a track that those who bought it keep, whatever else becomes of it. */
export const whereUnlessLaw = or(isNull(tracks.takenDown), ne(tracks.takenDown, 'law'))

/** `isHeldSince` as a condition on `tracks`. */
export const whereHeldSince = (purchasedAt: Placeholder): SQL | undefined =>
  and(eq(tracks.closed, false), whereOrderedSince(purchasedAt))

/**
 * The condition of tracks that an order placed now brings: those that are open, and those that open
 * later.
 */
export const whereOrderedSince = (purchasedAt: Placeholder): SQL | undefined =>
  and(eq(tracks.status, 'READY'), whereUnlessLaw, or(eq(tracks.active, true), gte(tracks.inactiveAt, purchasedAt)))

/** The condition of a track that everybody sees, at the latest when its casset opens. */
export const whereReady = and(eq(tracks.active, true), eq(tracks.status, 'READY'))

export const whereShown = and(whereReady, eq(tracks.closed, false))

/** Returns the SHA-256 of a track's master, and of the renditions that are played instead of it. */
export const hashesOf = ({
  sha256,
  playSha256,
  lightSha256,
}: Pick<Track, 'sha256' | 'playSha256' | 'lightSha256'>): string[] =>
  [sha256, playSha256, lightSha256].filter((hash) => hash !== null)

const files = (db: Db, which: SQL | undefined) => {
  const { id, sha256, playSha256, lightSha256, status, active, inactiveAt, takenDown, closed } = tracks
  return db
    .select({ id, sha256, playSha256, lightSha256, status, active, inactiveAt, takenDown, closed })
    .from(tracks)
    .where(and(which, whereHeldSince(sql.placeholder('since'))))
}
const ofCasset = prepared((db) => files(db, eq(tracks.cassetId, sql.placeholder('cassetId'))))
const ofIds = prepared((db) => files(db, isAmong(tracks.id, sql.placeholder('ids'))))

/**
 * Returns all tracks of a casset that are held since a moment (ms), with their files; with null,
 * those that are active now. Never what a preorder has not opened yet.
 */
export const heldFiles = (ctx: Ctx, cassetId: string, since: number | null) =>
  ofCasset(ctx.db).all({ cassetId, since: since ?? Number.MAX_SAFE_INTEGER })

/** Returns those of some tracks that are held since a moment (ms). */
export const holdableTracks = (ctx: Ctx, ids: readonly string[], since: number) =>
  ofIds(ctx.db).all({ ids: JSON.stringify(ids), since })

const orderedIds = prepared((db) =>
  db
    .select({ id: tracks.id })
    .from(tracks)
    .where(and(isAmong(tracks.id, sql.placeholder('ids')), whereOrderedSince(sql.placeholder('since')))),
)

/** Returns the first of some tracks that no order of this moment (ms) brings, open or not. */
export function missingTrack({ db }: Ctx, ids: readonly string[], since: number): string | undefined {
  const found = orderedIds(db).all({ ids: JSON.stringify(ids), since })
  return ids.find((id) => !found.some((each) => each.id === id))
}

const listed = prepared((db) =>
  db
    .select({ id: tracks.id })
    .from(tracks)
    .where(and(eq(tracks.cassetId, sql.placeholder('cassetId')), isNull(tracks.withdrawnAt))),
)

/** Returns the ids of a casset's tracks, without withdrawn ones. */
export const idsOfTracks = ({ db }: Ctx, cassetId: string): string[] =>
  listed(db)
    .all({ cassetId })
    .map(({ id }) => id)

const hooks = prepared((db) =>
  db
    .select({ id: tracks.id, hookId: tracks.hookId })
    .from(tracks)
    .where(and(eq(tracks.cassetId, sql.placeholder('cassetId')), whereShown)),
)

export const shownHooks = ({ db }: Ctx, cassetId: string) => hooks(db).all({ cassetId })

const firstSound = prepared((db) =>
  db
    .select({ id: tracks.id })
    .from(tracks)
    .where(and(eq(tracks.cassetId, sql.placeholder('cassetId')), whereReady))
    .limit(1),
)

/** Whether a casset has an active and ready track that is heard when it opens, or before. */
export const hasSound = ({ db }: Ctx, cassetId: string): boolean => firstSound(db).get({ cassetId }) !== undefined
