import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { artists } from '../../db/schema/account.ts'
import { cassets } from '../../db/schema/casset.ts'
import { referralCredits, referralLinks } from '../../db/schema/referral.ts'
import type { Ctx } from '../context.ts'
import type { Viewer } from '../http/session.ts'
import { cutPage } from '../lib/cut-page.ts'
import { whereCounted } from '../payment/mode.ts'
import type { Referrals } from './model.ts'

const senders = alias(artists, 'senders')
const collectors = alias(artists, 'collectors')

/** Returns who brought whom to the caller's casset, newest first: those who still have it, in the present mode. */
export function readReferrals(ctx: Ctx, { artistId }: Viewer, limit: number, cursor?: string): Referrals {
  const whereFurther = cursor === undefined ? undefined : lt(referralCredits.id, cursor)
  const rows = ctx.db
    .select({
      id: referralCredits.id,
      sender: { handle: senders.handle, displayName: senders.displayName },
      collector: { handle: collectors.handle, displayName: collectors.displayName },
      creditedAt: referralCredits.creditedAt,
    })
    .from(referralCredits)
    .innerJoin(referralLinks, eq(referralLinks.code, referralCredits.code))
    .innerJoin(senders, eq(senders.userId, referralLinks.userId))
    .innerJoin(collectors, eq(collectors.userId, referralCredits.userId))
    .where(
      and(
        sql`${referralCredits.cassetId} = (SELECT ${cassets.id} FROM ${cassets} WHERE ${cassets.artistId} = ${artistId})`,
        isNull(referralCredits.endedAt),
        whereCounted(referralCredits.mode, ctx.config.paymentMode),
        whereFurther,
      ),
    )
    .orderBy(desc(referralCredits.id))
    .limit(limit + 1)
    .all()
  const { page, nextCursor } = cutPage(rows, limit, ({ id }) => id)
  const referrals = page.map(({ sender, collector, creditedAt }) => ({
    sender,
    collector,
    collectedAt: new Date(creditedAt).toISOString(),
  }))
  return { referrals, nextCursor }
}
