import { and, eq, max } from 'drizzle-orm'
import { coMembers } from '../../../db/schema/casset/member.ts'
import type { Ctx } from '../../context.ts'

export type Place = typeof coMembers.$inferSelect

type Whose = Pick<Place, 'cassetId' | 'artistId'>

const isPlace = ({ cassetId, artistId }: Whose) =>
  and(eq(coMembers.cassetId, cassetId), eq(coMembers.artistId, artistId))

/** Stores the first place on a new co-casset, its creator's. Called in a transaction. */
export function addFirstPlace({ db, now }: Ctx, whose: Whose): Place {
  const at = now()
  const place = { ...whose, position: 0, invitedAt: at, joinedAt: at, leftAt: null }
  db.insert(coMembers).values(place).run()
  return place
}

/**
 * Stores that an artist is invited, again if they left or declined before, and returns the position
 * of their place, the last. Called in a transaction.
 */
export function addInvited({ db, now }: Ctx, { cassetId, artistId }: Whose): number {
  const last = db
    .select({ position: max(coMembers.position) })
    .from(coMembers)
    .where(eq(coMembers.cassetId, cassetId))
    .get()
  const again = { position: (last?.position ?? 0) + 1, invitedAt: now(), joinedAt: null, leftAt: null }
  db.insert(coMembers)
    .values({ cassetId, artistId, ...again })
    .onConflictDoUpdate({ target: [coMembers.cassetId, coMembers.artistId], set: again })
    .run()
  return again.position
}

/** Stores that an artist accepted, at `joinedAt`. Called in a transaction. */
export const joinPlace = ({ db }: Ctx, whose: Whose, joinedAt: number): void =>
  void db.update(coMembers).set({ joinedAt }).where(isPlace(whose)).run()

/** Stores that an artist left or declined. Called in a transaction. */
export const leavePlace = ({ db, now }: Ctx, whose: Whose): void =>
  void db.update(coMembers).set({ leftAt: now() }).where(isPlace(whose)).run()
