import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { prepared } from '../../../../db/prepared.ts'
import { users } from '../../../../db/schema/account/account.ts'
import { letterFollowers } from '../../../../db/schema/audience/letter.ts'
import { mailingConsents as consents } from '../../../../db/schema/audience/mailing-list.ts'
import { follows } from '../../../../db/schema/casset/follow.ts'
import type { Ctx } from '../../../context.ts'
import { type Reason, reachableOf } from './find-readers.ts'

const { placeholder } = sql

const consentOf = prepared((db) =>
  db
    .select({ since: consents.givenAt })
    .from(consents)
    .where(
      and(
        eq(consents.artistId, placeholder('artistId')),
        eq(consents.email, placeholder('email')),
        isNull(consents.endedAt),
      ),
    ),
)

const followOf = prepared((db) =>
  db
    .select({ since: sql<number>`max(${letterFollowers.allowedAt}, ${follows.createdAt})` })
    .from(users)
    .innerJoin(letterFollowers, eq(letterFollowers.userId, users.id))
    .innerJoin(follows, and(eq(follows.userId, users.id), eq(follows.artistId, placeholder('artistId'))))
    .where(and(eq(users.email, placeholder('email')), isNotNull(users.emailVerifiedAt))),
)

/** Hours may pass between gathering readers and their turn. */
export function mayGet(ctx: Ctx, artistId: string, { email, reason }: { email: string; reason: Reason }): boolean {
  const of = reason === 'FOLLOWER' ? followOf : consentOf
  const allowed = of(ctx.db).get({ artistId, email })
  return allowed !== undefined && reachableOf(ctx, artistId, [{ email, since: allowed.since }]).length > 0
}
