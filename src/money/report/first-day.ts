import { and, eq, inArray, isNotNull, isNull, min, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/sqlite-core'
import { prepared } from '../../../db/prepared.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { coMembers } from '../../../db/schema/casset/member.ts'
import { collectDays } from '../../../db/schema/money/checkout.ts'
import type { Ctx } from '../../context.ts'
import type { Viewer } from '../../platform/http/session.ts'
import { whereCounted } from '../../platform/payment/mode.ts'
import { accountsOfArtist, accountsOfPlatform } from '../ledger/account-entries.ts'
import { daysOf } from './day-sums.ts'

const { placeholder } = sql

const firstCollected = prepared((db) => {
  const { day, cassetId, mode } = collectDays
  const artistId = placeholder('artistId')
  const own = db
    .select({ id: cassets.id })
    .from(cassets)
    .where(and(eq(cassets.artistId, artistId), isNull(cassets.slug)))
  const shared = db
    .select({ id: coMembers.cassetId })
    .from(coMembers)
    .where(and(eq(coMembers.artistId, artistId), isNotNull(coMembers.joinedAt)))
  return db
    .select({ day: min(day) })
    .from(collectDays)
    .where(and(inArray(cassetId, unionAll(own, shared)), whereCounted(mode, placeholder('mode'))))
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
