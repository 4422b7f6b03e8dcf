import { eq, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import type { Ctx } from '../../context.ts'
import { spokenHour } from '../../lib/time/spoken-hour.ts'

const byId = prepared((db) => {
  const { opensAt, opensZone, calledOffAt } = cassets
  return db
    .select({ opensAt, opensZone, calledOffAt })
    .from(cassets)
    .where(eq(cassets.id, sql.placeholder('id')))
})

/** Returns when a casset opens (ms), in which time zone, and when its preorder was called off. */
export const openingOf = ({ db }: Ctx, id: string) =>
  byId(db).get({ id }) ?? { opensAt: null, opensZone: null, calledOffAt: null }

/** Returns the hour of a preorder in its artist's words: "5 December, 18:00 (Europe/Berlin)". */
export const openingText = ({ now }: Ctx, opensAt: number, zone: string | null): string =>
  `${spokenHour(opensAt, zone ?? 'UTC', now())} (${zone ?? 'UTC'})`
