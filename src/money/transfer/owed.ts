import { and, eq, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { owedParts } from '../../../db/schema/money/order.ts'
import type { Ctx } from '../../context.ts'
import { askForTransfers } from '../order/owed-parts.ts'

/** What an order still leaves for an artist, or with a negative amount what they got too much of it. */
export type Part = typeof owedParts.$inferSelect

const atOnce = 200

const { placeholder } = sql
type Key = Record<'orderId' | 'artistId' | 'currency', string | ReturnType<typeof placeholder>>

const isPart = ({ orderId, artistId, currency }: Key) =>
  and(eq(owedParts.orderId, orderId), eq(owedParts.artistId, artistId), eq(owedParts.currency, currency))

const ofOrder = prepared((db) =>
  db
    .select()
    .from(owedParts)
    .where(eq(owedParts.orderId, placeholder('orderId'))),
)
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
const totalOf = prepared((db) =>
  db
    .select({ total: sql<number>`coalesce(sum(${owedParts.amountMinor}), 0)` })
    .from(owedParts)
    .where(
      and(
        eq(owedParts.artistId, placeholder('artistId')),
        eq(owedParts.mode, placeholder('mode')),
        eq(owedParts.currency, placeholder('currency')),
      ),
    ),
)

/** Returns the parts of an order that are not settled with their artists. */
export const partsOfOrder = ({ db }: Ctx, orderId: string): Part[] => ofOrder(db).all({ orderId })

/** Returns a part as it is now; undefined when it is settled. */
export const partNow = ({ db }: Ctx, { orderId, artistId, currency }: Part): Part | undefined =>
  onePart(db).get({ orderId, artistId, currency })

/** The artist, in a currency and a mode, that something is held for. */
type Payee = Pick<Part, 'artistId' | 'mode' | 'currency'>

/** Returns what the platform holds for an artist in all; negative when they owe more. */
export const owedTo = ({ db }: Ctx, { artistId, mode, currency }: Payee): number =>
  totalOf(db).get({ artistId, mode, currency })?.total ?? 0

const settledOf = `SELECT coalesce(sum(p.amount_minor), 0) AS total FROM owed_parts p JOIN orders o ON o.id = p.order_id
  WHERE p.artist_id = $artistId AND p.mode = $mode AND p.currency = $currency
    AND (p.amount_minor < 0 OR o.settled_currency IS NOT NULL)`

/** Returns what the platform holds for an artist less what they owe: of what has not settled nobody has anything yet. */
export const heldFor = ({ db }: Ctx, { artistId, mode, currency }: Payee): number =>
  db.$client.query<{ total: number }, Payee>(settledOf).get({ artistId, mode, currency })?.total ?? 0

const anyDebt = `SELECT 1 FROM owed_parts
  WHERE artist_id = ? AND mode = ? AND currency = ? AND amount_minor < 0 LIMIT 1`

const anyWaiting = 'SELECT 1 FROM owed_parts WHERE artist_id = ? AND mode = ? AND is_waiting = 1 LIMIT 1'

/** Whether something of an artist's waits. */
export const hasWaiting = ({ db }: Ctx, { artistId, mode }: Part): boolean =>
  db.$client.query(anyWaiting).get(artistId, mode) !== null

/** Whether an artist owes something of an order: otherwise what is held in all is no less than any part of it. */
export const isInDebt = ({ db }: Ctx, { artistId, mode, currency }: Part): boolean =>
  db.$client.query(anyDebt).get(artistId, mode, currency) !== null

/** Asks for the transfers of whatever waits for an artist's account to be ready, or for their debts to be settled. */
export const askForWaiting = (ctx: Ctx, artistId: string): void =>
  askForEach(ctx, movableOfArtist('is_waiting = 1 AND amount_minor > 0'), { artistId })

/** Asks again for what an artist owes: something has come to them, or may have. */
export const askForDebts = (ctx: Ctx, artistId: string): void =>
  askForEach(ctx, movableOfArtist('amount_minor < 0'), { artistId })

/** Asks for the transfers of everything that is not settled and can be, with whomever. */
export const askForAll = (ctx: Ctx): void => askForEach(ctx, movable('true'), {})

/**
 * Returns the question for orders with parts that can move now. A debt that was earned back with another order, and what
 * was held of that one, stay for good: to try either again would ask the processor for nothing.
 */
const movable = (which: string, whose = 'true') => `SELECT DISTINCT order_id AS orderId FROM owed_parts
  JOIN (SELECT artist_id, currency, sum(amount_minor) AS total FROM owed_parts WHERE mode = $mode AND ${whose}
    GROUP BY artist_id, currency) USING (artist_id, currency)
  WHERE mode = $mode AND ${which} AND (is_waiting = 0 OR sign(amount_minor) = sign(total)) ORDER BY order_id`

const movableOfArtist = (which: string) => `${movable(which, 'artist_id = $artistId')} LIMIT ${atOnce}`

/** What is of another mode than the present one is asked for when the program starts in that mode. */
function askForEach(ctx: Ctx, question: string, whose: { artistId?: string }): void {
  const { processor, db } = ctx
  if (!processor) return
  const found = db.$client
    .query<{ orderId: string }, { mode: string; artistId?: string }>(question)
    .all({ mode: processor.mode, ...whose })
  for (const { orderId } of found) askForTransfers(ctx, orderId)
}
