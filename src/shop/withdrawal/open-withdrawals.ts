import { and, count, desc, eq, inArray, lt, min, sql } from 'drizzle-orm'
import { batchSize, inBatches } from '../../../db/in-batches.ts'
import { withdrawals } from '../../../db/schema/shop/withdrawal.ts'
import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { cutPage } from '../../lib/cut-page.ts'
import { say } from '../../lib/language/say.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import { dayText } from '../../lib/time/day-text.ts'
import type { Check } from '../../platform/check.ts'
import type { DeskWithdrawals } from './model.ts'

/** Sorts after every id. */
const afterAll = '~'

// Written as in the index `withdrawals_open`.
const isOpen = sql`${withdrawals.outcome} = 'open'`

/** Returns withdrawals, newest first. */
export function listWithdrawals(ctx: Ctx, limit: number, cursor = afterAll): DeskWithdrawals {
  const rows = ctx.db
    .select()
    .from(withdrawals)
    .where(lt(withdrawals.id, cursor))
    .orderBy(desc(withdrawals.id))
    .limit(limit + 1)
    .all()
  const { page, nextCursor } = cutPage(rows, limit, ({ id }) => id)
  return {
    withdrawals: page.map(({ id, receivedAt, email, orderNumber: order, what, orderId, outcome }) => ({
      id,
      receivedAt: new Date(receivedAt).toISOString(),
      email,
      order,
      what,
      orderId,
      outcome,
    })),
    nextCursor,
  }
}

/** Notes that the owner has answered a withdrawal. Throws NOT_FOUND where none waits. */
export function noteAnswered({ db, now }: Ctx, id: string): void {
  const change = { outcome: 'done', decidedAt: now() } as const
  const done = db
    .update(withdrawals)
    .set(change)
    .where(and(eq(withdrawals.id, id), isOpen))
    .returning({ id: withdrawals.id })
    .get()
  if (!done) throw notFound('withdrawal')
}

/** Names the withdrawals that nobody has answered: money is due within fourteen days. */
export const withdrawalCheck: Check = {
  name: 'withdrawals',
  place: 245,
  look({ db }) {
    const waiting = { orders: count(), since: min(withdrawals.receivedAt) }
    const { orders, since } = db.select(waiting).from(withdrawals).where(isOpen).get() ?? { orders: 0, since: null }
    if (since === null) return {}
    return {
      problem: say(
        '{orders, plural, one {# withdrawal waits} other {# withdrawals wait}} for your answer, since {day}: what is owed is due within fourteen days',
        { orders, day: dayText(since) },
      ),
      fix: say('see them at /desk/withdrawals'),
    }
  },
}

const keptDays = 3 * 366

/** Forgets withdrawals for which nobody can be asked any more. */
export function forgetOldWithdrawals({ db, jointly, now }: Ctx): Promise<void> {
  const { id, receivedAt, outcome } = withdrawals
  // Written as in the index `withdrawals_answered`.
  const isOld = and(sql`${outcome} <> 'open'`, lt(receivedAt, now() - keptDays * dayMs))
  const some = db.select({ id }).from(withdrawals).where(isOld).limit(batchSize)
  return inBatches(jointly, db.delete(withdrawals).where(inArray(id, some)).returning({ id }))
}
