import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/sqlite-core'
import type { Db } from '../../../db/open.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { coMembers } from '../../../db/schema/casset/member.ts'
import { dayMs } from '../../lib/time/calendar.ts'

const { placeholder } = sql

/**
 * Returns a subquery of the cassets that an artist has or had a part in, each with its days: a tape
 * always, a co-casset from the day on which they joined to that on which they left. It asks for
 * `artistId` (rule: sums-by-casset).
 */
export function cassetSpans(db: Db) {
  const own = db
    .select({
      id: cassets.id,
      since: sql<number>`0`.as('since'),
      until: sql<number | null>`NULL`.as('until'),
    })
    .from(cassets)
    .where(and(eq(cassets.artistId, placeholder('artistId')), isNull(cassets.slug)))
  const { joinedAt, leftAt } = coMembers
  const shared = db
    .select({
      id: coMembers.cassetId,
      since: sql<number>`${joinedAt} / ${dayMs}`.as('since'),
      until: sql<number | null>`${leftAt} / ${dayMs}`.as('until'),
    })
    .from(coMembers)
    .where(and(eq(coMembers.artistId, placeholder('artistId')), isNotNull(joinedAt)))
  return unionAll(own, shared).as('spans')
}
