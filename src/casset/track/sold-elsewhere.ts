import { and, asc, eq, gt, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { prepared } from '../../../db/prepared.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import type { Ctx } from '../../context.ts'
import type { Money } from '../../platform/http/request/schema.ts'

const mostNamed = 20
const original = alias(tracks, 'original')

const soldElsewhere = prepared((db) =>
  db
    .select({ title: tracks.title, casset: cassets.name, amount: cassets.priceMinor, currency: cassets.currency })
    .from(tracks)
    .innerJoin(original, eq(original.id, tracks.sourceId))
    .innerJoin(cassets, eq(cassets.id, original.cassetId))
    .where(
      and(
        eq(tracks.cassetId, sql.placeholder('cassetId')),
        eq(tracks.active, true),
        eq(original.active, true),
        eq(cassets.published, true),
        ne(cassets.privacy, 'private'),
        gt(cassets.priceMinor, 0),
      ),
    )
    .orderBy(asc(tracks.position))
    .limit(mostNamed),
)

export type SoldElsewhere = { title: string; casset: string; price: Money }

/**
 * Returns the tracks of a casset that came from another one and are still on it, where that one is
 * published at a price and not private: the first twenty.
 */
export const readSoldElsewhere = (ctx: Ctx, cassetId: string): SoldElsewhere[] =>
  soldElsewhere(ctx.db)
    .all({ cassetId })
    .map(({ amount, currency, ...names }) => ({ ...names, price: { amount, currency } }))
