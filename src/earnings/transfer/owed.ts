import { and, asc, eq, gt, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { prepared, rowsBy } from '../../../db/prepared.ts'
import { orders, owedParts } from '../../../db/schema/order/order.ts'
import type { Ctx } from '../../context.ts'
import { askForTransfers } from '../../order/owed-parts.ts'

/** The amount that an order still owes an artist; negative when they got too much. */
export type Part = typeof owedParts.$inferSelect

const atOnce = 200

const { placeholder } = sql
type Key = Record<'orderId' | 'artistId' | 'currency', string | ReturnType<typeof placeholder>>

const isPart = ({ orderId, artistId, currency }: Key) =>
  and(eq(owedParts.orderId, orderId), eq(owedParts.artistId, artistId), eq(owedParts.currency, currency))

const ofOrder = rowsBy(owedParts, 'orderId')
const onePart = prepared((db) =>
  db
    .select()
    .from(owedParts)
    .where(
      isPart({
        orderId: placeholder('orderId'),
        artistId: placeholder('artistId'),
        currency: placeholder('currency'),
      }),
    ),
)
const sum = { total: sql<number>`coalesce(sum(${owedParts.amountMinor}), 0)` }
const isOfPayee = and(
  eq(owedParts.artistId, placeholder('artistId')),
  eq(owedParts.mode, placeholder('mode')),
  eq(owedParts.currency, placeholder('currency')),
)
// Money that a promise may still call back is nothing to count on (rule: money-called-back). A part
// of one that is about to be refunded may have come back to pay a debt.
const isCertain = or(isNull(owedParts.waitsFor), eq(owedParts.waitsFor, 'refund'))
const totalOf = prepared((db) => db.select(sum).from(owedParts).where(and(isOfPayee, isCertain)))

export const partsOfOrder = ({ db }: Ctx, orderId: string): Part[] => ofOrder(db).all({ orderId })

/** Returns the present state of a part; undefined when it is settled. */
export const partNow = ({ db }: Ctx, { orderId, artistId, currency }: Part): Part | undefined =>
  onePart(db).get({ orderId, artistId, currency })

type Payee = Pick<Part, 'artistId' | 'mode' | 'currency'>

/** Returns what an artist is owed, without what may be called back; negative when they owe more. */
export const owedTo = ({ db }: Ctx, { artistId, mode, currency }: Payee): number =>
  totalOf(db).get({ artistId, mode, currency })?.total ?? 0

const settledOf = prepared((db) =>
  db
    .select(sum)
    .from(owedParts)
    .innerJoin(orders, eq(orders.id, owedParts.orderId))
    .where(and(isOfPayee, isCertain, or(lt(owedParts.amountMinor, 0), isNotNull(orders.settledCurrency)))),
)

/**
 * Returns what the platform owes an artist less their debts: money that has not settled, or that
 * may be called back, does not count yet.
 */
export const heldFor = ({ db }: Ctx, { artistId, mode, currency }: Payee): number =>
  settledOf(db).get({ artistId, mode, currency })?.total ?? 0

const { orderId, artistId, mode, currency, amountMinor, isWaiting } = owedParts

const anyDebt = prepared((db) =>
  db
    .select({ orderId })
    .from(owedParts)
    .where(and(isOfPayee, lt(amountMinor, 0)))
    .limit(1),
)

// As the partial index has it.
const waits = sql`${isWaiting} = 1`

const anyWaiting = prepared((db) =>
  db
    .select({ orderId })
    .from(owedParts)
    .where(and(eq(artistId, placeholder('artistId')), eq(mode, placeholder('mode')), waits, isCertain))
    .limit(1),
)

export const hasWaiting = ({ db }: Ctx, { artistId, mode }: Part): boolean =>
  anyWaiting(db).get({ artistId, mode }) !== undefined

/** Whether an artist owes money of an order; if not, their total is at least any part of it. */
export const isInDebt = ({ db }: Ctx, { artistId, mode, currency }: Part): boolean =>
  anyDebt(db).get({ artistId, mode, currency }) !== undefined

/** Queues transfers that wait for an artist's account, or until their debts are settled. */
export const askForWaiting = (ctx: Ctx, artistId: string): void =>
  askForEach(ctx, and(waits, isCertain, gt(amountMinor, 0)), artistId)

/** Queues another try to collect an artist's debts: they have received money, or may have. */
export const askForDebts = (ctx: Ctx, artistId: string): void => askForEach(ctx, lt(amountMinor, 0), artistId)

/** Queues the transfers of every unsettled part that can move, for all artists. */
export const askForAll = (ctx: Ctx): void => askForEach(ctx, undefined)

const hasSignOf = (total: SQL.Aliased<number>): SQL => sql`sign(${amountMinor}) = sign(${total})`

/**
 * Returns the orders with parts that can move now. A debt that was earned back with another order,
 * and the amount held back for it, stay for good: trying either again would request nothing from
 * the processor.
 */
function movable({ db }: Ctx, inMode: Part['mode'], which: SQL | undefined, whose?: string): string[] {
  const isWhose = whose === undefined ? undefined : eq(artistId, whose)
  const total = sql<number>`sum(iif(${isCertain}, ${amountMinor}, 0))`.as('total')
  const each = db
    .select({ artistId, currency, total })
    .from(owedParts)
    .where(and(eq(mode, inMode), isWhose))
    .groupBy(artistId, currency)
    .as('each_artist')
  return db
    .selectDistinct({ orderId })
    .from(owedParts)
    .innerJoin(each, and(eq(each.artistId, artistId), eq(each.currency, currency)))
    .where(and(eq(mode, inMode), which, or(eq(isWaiting, false), isNotNull(owedParts.waitsFor), hasSignOf(each.total))))
    .orderBy(asc(orderId))
    .limit(whose === undefined ? -1 : atOnce)
    .all()
    .map((row) => row.orderId)
}

/** Parts of another mode are queued when the program starts in that mode. */
function askForEach(ctx: Ctx, which: SQL | undefined, artistId?: string): void {
  const { processor } = ctx
  if (!processor) return
  for (const orderId of movable(ctx, processor.mode, which, artistId)) askForTransfers(ctx, orderId)
}
