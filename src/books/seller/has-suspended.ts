import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { artists, users } from '../../../db/schema/account/account.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { coMembers } from '../../../db/schema/casset/member.ts'
import type { Ctx } from '../../context.ts'

const suspendedOf = prepared((db) => {
  const cassetId = sql.placeholder('cassetId')
  const makers = db.select({ id: cassets.artistId }).from(cassets).where(eq(cassets.id, cassetId))
  const members = db
    .select({ id: coMembers.artistId })
    .from(coMembers)
    .where(and(eq(coMembers.cassetId, cassetId), isNotNull(coMembers.joinedAt), isNull(coMembers.leftAt)))
  return db
    .select({ id: artists.id })
    .from(artists)
    .innerJoin(users, eq(users.id, artists.userId))
    .where(and(or(inArray(artists.id, makers), inArray(artists.id, members)), isNotNull(users.suspended)))
    .limit(1)
})

/** Whether the site suspended somebody whom a sale of a casset would pay (rule: suspension). */
export const hasSuspended = ({ db }: Pick<Ctx, 'db'>, cassetId: string): boolean =>
  suspendedOf(db).get({ cassetId }) !== undefined
