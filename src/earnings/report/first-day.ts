import { and, inArray, min, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { collectDays } from '../../../db/schema/shop/purchase.ts'
import { accountsOfArtist, accountsOfPlatform } from '../../books/ledger/account-entries.ts'
import type { Ctx } from '../../context.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { whereCounted } from '../../platform/payment/mode.ts'
import { cassetSpans } from './casset-spans.ts'
import { daysOf } from './day-sums.ts'

const { placeholder } = sql

const firstCollected = prepared((db) => {
  const { day, cassetId, mode } = collectDays
  const spans = cassetSpans(db)
  return db
    .select({ day: min(day) })
    .from(collectDays)
    .where(and(inArray(cassetId, db.select({ id: spans.id }).from(spans)), whereCounted(mode, placeholder('mode'))))
})

/**
 * Returns the day of an artist's first purchase or payment, for the owner of the instance also of
 * the platform's first fee; undefined before that.
 */
export function firstDay(ctx: Ctx, { artistId, role }: Pick<Viewer, 'artistId' | 'role'>): number | undefined {
  const collected = firstCollected(ctx.db).get({ artistId, mode: ctx.config.paymentMode })?.day
  const platform = role === 'owner' ? accountsOfPlatform(ctx) : []
  const moved = [...accountsOfArtist(ctx, artistId), ...platform].map((accounts) => daysOf(ctx, accounts).from)
  const first = Math.min(collected ?? Number.POSITIVE_INFINITY, ...moved)
  return Number.isFinite(first) ? first : undefined
}
