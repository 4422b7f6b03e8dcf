import { and, desc, eq, gt, lt, or, sql } from 'drizzle-orm'
import { isAmong } from '../../../db/among.ts'
import type { Db } from '../../../db/open.ts'
import { partsBy, prepared } from '../../../db/prepared.ts'
import { artists } from '../../../db/schema/account/account.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { orders } from '../../../db/schema/order/order.ts'
import { everythingTapes, purchases } from '../../../db/schema/shop/purchase.ts'
import { userByEmail } from '../../account/user-by-email.ts'
import { accountsBehind, membersOf } from '../../casset/member/members.ts'
import { listedById, type RackEntry } from '../../casset/recent-cassets.ts'
import type { Ctx } from '../../context.ts'
import { dayAt, dayMs } from '../../lib/time/calendar.ts'
import { keepFresh } from '../../lib/turn/keep-fresh.ts'
import { createPace } from '../../lib/turn/pace.ts'
import { configState } from '../../platform/own-state.ts'

const freshMs = 60_000
const mostShown = 24
const longestDays = 30
const rowsAtOnce = 200
const mostRead = 5_000

const { placeholder } = sql
const { id, purchasedAt, mode } = purchases

// As the partial index has it.
const isHeld = sql`${purchases.endedAt} IS NULL AND ${purchases.status} = 'PAID'`

const select = (db: Db) =>
  db
    .select({
      id,
      at: purchasedAt,
      holder: purchases.userId,
      cassetId: cassets.id,
      isShared: sql<number>`${cassets.slug} IS NOT NULL`,
      artistId: artists.id,
      seller: artists.userId,
      payer: orders.userId,
      payerEmail: orders.buyerEmail,
      // Of everything, what came later was not bought that day.
      isPaid: sql<number>`${orders.amountMinor} > 0 AND coalesce(${everythingTapes.partMinor}, 1) > 0`,
      isOpen: sql<number>`${cassets.published} AND ${cassets.privacy} = 'public' AND ${cassets.opensAt} IS NULL
        AND ${cassets.calledOffAt} IS NULL AND ${cassets.takenDown} IS NULL`,
      isTold: artists.tellsPurchases,
    })
    .from(purchases)
    .innerJoin(orders, eq(orders.id, purchases.orderId))
    .innerJoin(cassets, eq(cassets.id, purchases.cassetId))
    .innerJoin(artists, eq(artists.id, cassets.artistId))
    .leftJoin(
      everythingTapes,
      and(eq(everythingTapes.orderId, purchases.orderId), eq(everythingTapes.cassetId, purchases.cassetId)),
    )

// Newest first, from where the batch before ended.
const batch = prepared((db) =>
  select(db)
    .where(
      and(
        isHeld,
        eq(mode, placeholder('mode')),
        gt(purchasedAt, placeholder('since')),
        sql`${purchasedAt} <= ${placeholder('at')}`,
        or(lt(purchasedAt, placeholder('at')), lt(id, placeholder('after'))),
      ),
    )
    .orderBy(desc(purchasedAt), desc(id))
    .limit(rowsAtOnce),
)
const byId = prepared((db) =>
  select(db).where(and(isAmong(id, placeholder('ids')), isHeld, eq(mode, placeholder('mode')))),
)

type Row = ReturnType<ReturnType<typeof batch>['all']>[number]

const anyTold = prepared((db) =>
  db
    .select({ id: artists.id })
    .from(artists)
    .where(and(gt(artists.id, ''), sql`${artists.tellsPurchases} = 1`))
    .limit(1),
)
const choiceOf = partsBy(artists, ['tellsPurchases'], 'id')

/** Whether a purchase may be told: by all who sell the tape, and of nobody who sells it. */
function mayTell(ctx: Ctx, { isPaid, isOpen, isTold, isShared, ...row }: Row): boolean {
  if (!isPaid || !isOpen || !isTold) return false
  if (
    isShared &&
    !membersOf(ctx, row.cassetId).every(({ artistId }) => choiceOf(ctx.db).get({ id: artistId })?.tellsPurchases)
  )
    return false
  const guest = row.payerEmail === null ? undefined : userByEmail(ctx, row.payerEmail)?.userId
  const sellers = isShared ? accountsBehind(ctx, row.seller, [row.cassetId]) : [row.seller]
  return [row.holder, row.payer, guest].every((account) => !sellers.some((seller) => seller === account))
}

const keptOf = configState(() => keepFresh<readonly string[]>(freshMs))

export type BoughtEntry = RackEntry & { daysAgo: number }

/**
 * Returns public cassets that were bought in the last 30 days, each once, the last one first, where
 * all their artists tell of it (rule: recently-bought). The list is gathered in small steps and at
 * most a minute old; what is not so any more is left out at once.
 */
export async function recentlyBought(ctx: Ctx, limit = mostShown): Promise<BoughtEntry[]> {
  const ids = await keptOf(ctx)(ctx.monotonicMs, () => gather(ctx))
  if (ids.length === 0) return []
  const rows = byId(ctx.db).all({ ids: JSON.stringify(ids), mode: ctx.config.paymentMode })
  const told = new Map(rows.filter((row) => mayTell(ctx, row)).map((row) => [row.id, row]))
  const shown = ids.flatMap((each) => told.get(each) ?? []).slice(0, limit)
  const entries = listedById(
    ctx,
    shown.map(({ cassetId }) => cassetId),
  )
  const today = dayAt(ctx.now())
  return shown.flatMap(({ cassetId, at }) => {
    const entry = entries.get(cassetId)
    return entry ? [{ ...entry, daysAgo: Math.max(0, today - dayAt(at)) }] : []
  })
}

async function gather(ctx: Ctx): Promise<string[]> {
  if (!anyTold(ctx.db).get()) return []
  const pace = createPace(ctx.monotonicMs)
  const found = new Map<string, string>()
  const span = { mode: ctx.config.paymentMode, since: ctx.now() - longestDays * dayMs }
  let last = { at: Number.MAX_SAFE_INTEGER, after: '' }
  for (let read = 0; read < mostRead && found.size < mostShown; read += rowsAtOnce) {
    const rows = batch(ctx.db).all({ ...span, ...last })
    for (const row of rows) if (!found.has(row.cassetId) && mayTell(ctx, row)) found.set(row.cassetId, row.id)
    const end = rows.at(-1)
    if (!end || rows.length < rowsAtOnce) break
    last = { at: end.at, after: end.id }
    await pace()
  }
  return [...found.values()].slice(0, mostShown)
}
