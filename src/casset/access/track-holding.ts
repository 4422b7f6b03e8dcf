import { and, asc, eq, exists, isNotNull, isNull, notExists, or, type SQL, sql } from 'drizzle-orm'
import { isAmong } from '../../../db/among.ts'
import type { Db } from '../../../db/open.ts'
import { assigned, prepared, wholeRow } from '../../../db/prepared.ts'
import { trackHoldings } from '../../../db/schema/casset/access.ts'
import { purchases } from '../../../db/schema/shop/purchase.ts'
import type { Ctx } from '../../context.ts'
import { whereCounted } from '../../platform/payment/mode.ts'

export type TrackHolding = typeof trackHoldings.$inferSelect

const { orderId, trackId, cassetId, userId, mode, heldSince, endedAt, restOrderId, position } = trackHoldings
const { placeholder } = sql

const isLive = and(isNotNull(heldSince), isNull(endedAt), whereCounted(mode, placeholder('mode')))
// Written as in the index `track_holdings_by_user`.
const isOfUser = and(sql`${userId} IS NOT NULL`, eq(userId, placeholder('userId')))

/** The condition on `purchases` that somebody has the casset by the order of the rest. */
export const isRestHeld = and(
  eq(purchases.orderId, restOrderId),
  eq(purchases.cassetId, cassetId),
  isNull(purchases.endedAt),
)

/**
 * The condition that the price of a track was not taken off that of an order which is held now. One
 * that has ended may be held again, and does not hold the track then if it was paid back meanwhile.
 */
export const whereNotTakenOff = (db: Db): SQL | undefined =>
  or(isNull(restOrderId), notExists(db.select({ id: purchases.id }).from(purchases).where(isRestHeld)))

const add = prepared((db) => db.insert(trackHoldings).values(wholeRow(trackHoldings)).onConflictDoNothing())
const ofOrder = prepared((db) =>
  db
    .select()
    .from(trackHoldings)
    .where(eq(orderId, placeholder('orderId')))
    .orderBy(asc(position)),
)
const liveOfUser = prepared((db) =>
  db
    .select({ trackId, since: sql<number>`${heldSince}` })
    .from(trackHoldings)
    .where(and(isOfUser, eq(cassetId, placeholder('cassetId')), isLive)),
)
const ordersOfUser = prepared((db) =>
  db
    .selectDistinct({ orderId })
    .from(trackHoldings)
    .where(and(isOfUser, eq(cassetId, placeholder('cassetId')), isLive)),
)
const liveOfGuest = prepared((db) =>
  db
    .select({ trackId, cassetId, since: sql<number>`${heldSince}` })
    .from(trackHoldings)
    .where(and(eq(orderId, placeholder('orderId')), isNull(userId), isLive)),
)
const restOfGuest = prepared((db) =>
  db
    .select({ orderId: purchases.orderId })
    .from(trackHoldings)
    .innerJoin(purchases, isRestHeld)
    .where(
      and(
        eq(orderId, placeholder('orderId')),
        isNull(userId),
        isLive,
        // With a sign, or SQLite reads the purchases of all guests first.
        sql`+${purchases.userId} IS NULL`,
        eq(purchases.mode, mode),
      ),
    )
    .limit(1),
)
const takenOffBy = prepared((db) =>
  db
    .selectDistinct({ orderId: restOrderId })
    .from(trackHoldings)
    .innerJoin(purchases, isRestHeld)
    .where(eq(orderId, placeholder('orderId'))),
)
const liveWithRest = prepared((db) =>
  db
    .select({ orderId, trackId, since: sql<number>`${heldSince}` })
    .from(trackHoldings)
    // Written as in the index `track_holdings_by_rest`.
    .where(and(eq(restOrderId, placeholder('orderId')), sql`${restOrderId} IS NOT NULL`, isNull(userId), isLive)),
)
const endedOfRest = prepared((db) =>
  db
    .select({ trackId })
    .from(trackHoldings)
    // Written as in the index `track_holdings_by_rest`.
    .where(and(eq(restOrderId, placeholder('orderId')), sql`${restOrderId} IS NOT NULL`, isNotNull(endedAt))),
)
const anyOfCasset = prepared((db) =>
  db
    .select({ orderId })
    .from(trackHoldings)
    // Written as in the index `track_holdings_by_casset`.
    .where(and(eq(cassetId, placeholder('cassetId')), sql`${heldSince} IS NOT NULL`))
    .limit(1),
)

export const singleOrdersOf = ({ db, config }: Ctx, cassetId: string, userId: string): string[] =>
  ordersOfUser(db)
    .all({ userId, cassetId, mode: config.paymentMode })
    .map(({ orderId }) => orderId)

type OfOrder = { id: string }

/** Stores the tracks of an order, which nobody holds until it is paid. Called in a transaction. */
export function addOrderedTracks(
  ctx: Ctx,
  order: OfOrder & Pick<TrackHolding, 'cassetId' | 'mode'> & { holderId: string | null },
  trackIds: readonly string[],
): void {
  const unpaid = { status: 'PAID', heldSince: null, endedAt: null, restOrderId: null } as const
  for (const [index, trackId] of trackIds.entries()) {
    const row: TrackHolding = {
      orderId: order.id,
      position: index,
      trackId,
      cassetId: order.cassetId,
      userId: order.holderId,
      mode: order.mode,
      ...unpaid,
    }
    add(ctx.db).run(row)
  }
}

export const tracksOfOrder = ({ db }: Ctx, { id }: OfOrder): TrackHolding[] => ofOrder(db).all({ orderId: id })

/** Changes all tracks of an order. Called in a transaction. */
export const changeOrderedTracks = ({ db }: Ctx, { id }: OfOrder, values: Partial<TrackHolding>): void =>
  void db.update(trackHoldings).set(values).where(eq(orderId, id)).run()

/** Single tracks, each with the moment since when it is held (ms). */
export type Singles = ReadonlyMap<string, number>

export function singlesOf({ db, config }: Ctx, ofCasset: string, holder: string): Singles {
  const rows = liveOfUser(db).all({ userId: holder, cassetId: ofCasset, mode: config.paymentMode })
  return asSingles(rows)
}

const asSingles = (rows: readonly { trackId: string; since: number }[]): Singles => {
  const since = new Map<string, number>()
  for (const row of rows) since.set(row.trackId, Math.min(row.since, since.get(row.trackId) ?? row.since))
  return since
}

/**
 * Returns the order by which a guest holds the rest of a casset, less these single tracks' price;
 * undefined for none.
 */
export const restOfSingles = ({ db, config }: Ctx, id: string): string | undefined =>
  restOfGuest(db).get({ orderId: id, mode: config.paymentMode })?.orderId

/** Returns the orders held now off whose prices the price of an order's tracks was taken. */
export const heldRestsOf = ({ db }: Ctx, { id }: OfOrder): string[] =>
  takenOffBy(db)
    .all({ orderId: id })
    .flatMap((row) => row.orderId ?? [])

/**
 * Returns the single tracks that a guest holds and whose price was taken off an order of the rest,
 * and the orders that they were bought with.
 */
export function singlesWithRest({ db, config }: Ctx, id: string): { singles: Singles; orderIds: string[] } {
  const rows = liveWithRest(db).all({ orderId: id, mode: config.paymentMode })
  return { singles: asSingles(rows), orderIds: [...new Set(rows.map((row) => row.orderId))] }
}

export function singlesOfGuest({ db, config }: Ctx, id: string): { cassetId: string; singles: Singles } | undefined {
  const rows = liveOfGuest(db).all({ orderId: id, mode: config.paymentMode })
  const [first] = rows
  return first && { cassetId: first.cassetId, singles: asSingles(rows) }
}

/**
 * Returns the tracks that an order of a whole casset does not hold: their price was taken off, and
 * they were paid back since.
 */
export const lostOfRest = ({ db }: Ctx, id: string): ReadonlySet<string> =>
  new Set(
    endedOfRest(db)
      .all({ orderId: id })
      .map((row) => row.trackId),
  )

export const wasSoldSingly = ({ db }: Ctx, ofCasset: string): boolean =>
  anyOfCasset(db).get({ cassetId: ofCasset }) !== undefined

const takeOff = prepared((db) => {
  const isHeld = and(
    eq(purchases.orderId, placeholder('rest')),
    eq(purchases.cassetId, cassetId),
    isNull(purchases.endedAt),
  )
  return db
    .update(trackHoldings)
    .set({ restOrderId: assigned('restOrderId') })
    .where(
      and(
        isAmong(orderId, placeholder('orderIds')),
        exists(db.select({ id: purchases.id }).from(purchases).where(isHeld)),
        whereNotTakenOff(db),
      ),
    )
})

/**
 * Notes that the price of the single tracks of some orders was taken off that of an order of the
 * whole casset, if that is held now. Tracks of guests count too, and so do tracks that were paid
 * back. Called in a transaction.
 */
export const noteTakenOff = ({ db }: Ctx, rest: string, orderIds: readonly string[]): void =>
  void takeOff(db).run({ restOrderId: rest, rest, orderIds: JSON.stringify(orderIds) })
