import { and, asc, eq, gt, lt, sql } from 'drizzle-orm'
import { owedParts } from '../../db/schema/checkout.ts'
import type { Ctx } from '../context.ts'
import { askForTransfers } from '../order/owed-parts.ts'

/** What an order still leaves for an artist, or with a negative amount what they got too much of it. */
export type Part = typeof owedParts.$inferSelect

const atOnce = 200

const isPart = ({ orderId, artistId, currency }: Part) =>
  and(eq(owedParts.orderId, orderId), eq(owedParts.artistId, artistId), eq(owedParts.currency, currency))

/** Returns the parts of an order that are not settled with their artists. */
export const partsOfOrder = (ctx: Ctx, orderId: string): Part[] =>
  ctx.db.select().from(owedParts).where(eq(owedParts.orderId, orderId)).all()

/** Returns a part as it is now; undefined when it is settled. */
export const partNow = (ctx: Ctx, part: Part): Part | undefined =>
  ctx.db.select().from(owedParts).where(isPart(part)).get()

/** Returns what the platform holds for an artist in all; negative when they owe more. */
export function owedTo(
  { db }: Ctx,
  { artistId, mode, currency }: Pick<Part, 'artistId' | 'mode' | 'currency'>,
): number {
  const total = sql<number>`coalesce(sum(${owedParts.amountMinor}), 0)`
  const isTheirs = and(eq(owedParts.artistId, artistId), eq(owedParts.mode, mode), eq(owedParts.currency, currency))
  return db.select({ total }).from(owedParts).where(isTheirs).get()?.total ?? 0
}

/** Notes that a part has to wait, and with `isRefused` that the processor refused to move it. */
export function noteWaiting({ db }: Ctx, part: Part, isRefused = false): void {
  const refusals = part.refusals + (isRefused ? 1 : 0)
  db.update(owedParts).set({ isWaiting: true, refusals }).where(isPart(part)).run()
}

/** Asks for the transfers of whatever waits for an artist's account to be ready, or for their debts to be settled. */
export function askForWaiting(ctx: Ctx, artistId: string): void {
  const isDue = and(eq(owedParts.artistId, artistId), eq(owedParts.isWaiting, true), gt(owedParts.amountMinor, 0))
  askForEach(ctx, ctx.db.select().from(owedParts).where(isDue).orderBy(asc(owedParts.orderId)).limit(atOnce).all())
}

/** Asks for the transfers of everything that is not settled, with whomever. */
export function askForAll(ctx: Ctx): void {
  askForEach(ctx, ctx.db.select().from(owedParts).orderBy(asc(owedParts.orderId)).all())
}

/** Asks again for what an artist owes: something has come to them, or may have. */
export function askForDebts(ctx: Ctx, artistId: string): void {
  const isDebt = and(eq(owedParts.artistId, artistId), lt(owedParts.amountMinor, 0))
  askForEach(ctx, ctx.db.select().from(owedParts).where(isDebt).orderBy(asc(owedParts.orderId)).limit(atOnce).all())
}

function askForEach(ctx: Ctx, parts: readonly Part[]): void {
  for (const orderId of new Set(parts.map(({ orderId }) => orderId))) askForTransfers(ctx, orderId)
}
