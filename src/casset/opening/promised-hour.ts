import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { openingMoves } from '../../../db/schema/casset/opening.ts'
import type { Ctx } from '../../context.ts'

const { placeholder } = sql

const firstAfter = prepared((db) =>
  db
    .select({ fromAt: openingMoves.fromAt })
    .from(openingMoves)
    .where(and(eq(openingMoves.cassetId, placeholder('cassetId')), gt(openingMoves.movedAt, placeholder('orderedAt'))))
    .orderBy(asc(openingMoves.movedAt), asc(openingMoves.id))
    .limit(1),
)

/**
 * Returns the hour (ms) at which a tape was to open when somebody ordered it (ms), for one that was
 * open then the moment at which it got an hour; undefined when it has not moved since.
 */
export const promisedHour = ({ db }: Ctx, cassetId: string, orderedAt: number): number | undefined =>
  firstAfter(db).get({ cassetId, orderedAt })?.fromAt

const firstLater = prepared((db) =>
  db
    .select({ fromAt: openingMoves.fromAt })
    .from(openingMoves)
    .where(
      and(
        eq(openingMoves.cassetId, placeholder('cassetId')),
        gt(openingMoves.movedAt, placeholder('since')),
        gt(openingMoves.fromAt, openingMoves.movedAt),
      ),
    )
    .orderBy(asc(openingMoves.movedAt), asc(openingMoves.id))
    .limit(1),
)

/** Returns the hour (ms) that a tape had at a moment (ms); undefined when none moved since. */
export const firstHour = ({ db }: Ctx, cassetId: string, since: number): number | undefined =>
  firstLater(db).get({ cassetId, since })?.fromAt

/**
 * Stores that the hour of a tape moves; that of an open one is the present moment. Called in the
 * transaction that moves it.
 */
export function saveMove({ db, uuid, now }: Ctx, cassetId: string, fromAt: number, toAt: number): void {
  db.insert(openingMoves).values({ id: uuid(), cassetId, movedAt: now(), fromAt, toAt }).run()
}

/** Forgets the moves of a preorder that has opened or was called off. Called in its transaction. */
export const forgetMoves = ({ db }: Ctx, cassetId: string): void =>
  void db.delete(openingMoves).where(eq(openingMoves.cassetId, cassetId)).run()
