import { and, count, desc, eq, isNull, max, type SQL } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { users } from '../../../db/schema/account/account.ts'
import { sessions } from '../../../db/schema/account/session.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { contentDecisions, contentReports } from '../../../db/schema/operate/moderation.ts'
import { readAccountUsage } from '../../account/admin/list-accounts.ts'
import { selectPeople } from '../../account/select-people.ts'
import { idleMs, whereSessionLive } from '../../account/session/viewer.ts'
import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { isUuidV7 } from '../../lib/hash/uuid.ts'
import { pagePath, slugOf } from '../../lib/text/slug.ts'
import { isoOf } from '../../lib/time/iso-time.ts'
import { decisionInForce } from '../moderation/read-decisions.ts'
import type { Person } from './model.ts'

const shownPages = 20

/** Returns somebody as the desk sees them. Throws NOT_FOUND, also for a deleted account. */
export function readPerson(ctx: Ctx, id: string): Person {
  const { db } = ctx
  const about = isUuidV7(id) ? personRow(ctx, id) : undefined
  const account = about && readAccountUsage(ctx, id)
  if (!about || !account) throw notFound('account')
  const pages = db
    .select()
    .from(cassets)
    .where(eq(cassets.artistId, about.artistId))
    .orderBy(desc(cassets.id))
    .limit(shownPages)
    .all()
  const isTheirs = eq(contentReports.makerId, id)
  return {
    account,
    isOwner: about.role === 'owner',
    helps: about.helps,
    emailVerified: about.emailVerifiedAt !== null,
    ...sessionsOf(ctx, id),
    pages: pages.map((casset) => ({
      path: pagePath(slugOf(casset, about.handle)),
      name: casset.name,
      published: casset.published,
      takenDown: casset.takenDown !== null,
    })),
    pageCount: countOf(ctx, cassets, eq(cassets.artistId, about.artistId)),
    openReports: countOf(ctx, contentReports, and(isTheirs, isNull(contentReports.decidedAt))),
    allReports: countOf(ctx, contentReports, isTheirs),
    decisions: countOf(ctx, contentDecisions, eq(contentDecisions.userId, id)),
    suspension: decisionInForce(ctx, 'account', id)?.id ?? null,
  }
}

/** Returns the row of an account that is not deleted; undefined when there is none. */
export const personRow = (ctx: Ctx, id: string) =>
  selectPeople(ctx)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .get()

function sessionsOf(ctx: Ctx, userId: string) {
  const now = ctx.now()
  const row = ctx.db
    .select({ count: count(), seenAt: max(sessions.seenAt) })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), whereSessionLive(now, now - idleMs)))
    .get()
  return { sessions: row?.count ?? 0, seenAt: isoOf(row?.seenAt ?? null) }
}

const countOf = ({ db }: Ctx, table: SQLiteTable, which: SQL | undefined): number =>
  db.select({ count: count() }).from(table).where(which).get()?.count ?? 0
