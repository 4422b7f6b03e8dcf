import { and, eq, gte, or, type Placeholder, type SQL } from 'drizzle-orm'
import { tracks } from '../../../db/schema/casset/track.ts'

/** The fields of a track that decide who holds it. */
export type HoldableTrack = Pick<typeof tracks.$inferSelect, 'status' | 'active' | 'inactiveAt'>

/**
 * Whether a purchase of this moment holds a track: a ready one that was active then or at any time since, whatever its
 * artist did with it later (rule 4.13).
 */
export const isHeldSince = ({ status, active, inactiveAt }: HoldableTrack, purchasedAt: number): boolean =>
  status === 'READY' && (active || (inactiveAt !== null && inactiveAt >= purchasedAt))

/** The same as a condition on `tracks`. */
export const whereHeldSince = (purchasedAt: Placeholder): SQL | undefined =>
  and(eq(tracks.status, 'READY'), or(eq(tracks.active, true), gte(tracks.inactiveAt, purchasedAt)))
