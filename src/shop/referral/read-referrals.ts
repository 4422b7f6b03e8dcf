import { and, desc, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { prepared } from '../../../db/prepared.ts'
import { artists } from '../../../db/schema/account/account.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { referralCredits, referralLinks } from '../../../db/schema/shop/referral.ts'
import type { Ctx } from '../../context.ts'
import { cutPage } from '../../lib/cut-page.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { whereCounted } from '../../platform/payment/mode.ts'
import type { Referrals } from './model.ts'

const senders = alias(artists, 'senders')
const collectors = alias(artists, 'collectors')
const credit = alias(referralCredits, 'credit')
const inner = alias(referralCredits, 'inner_credit')

// Sorts after every id.
const afterAll = '~'

const { placeholder } = sql

const before = prepared((db) => {
  // For each casset a page is read from its index, in order: together they would be sorted for
  // every page.
  const newest = db
    .select({ id: inner.id })
    .from(inner)
    .where(
      and(
        eq(inner.cassetId, cassets.id),
        isNull(inner.endedAt),
        whereCounted(inner.mode, placeholder('mode')),
        lt(inner.id, placeholder('cursor')),
      ),
    )
    .orderBy(desc(inner.id))
    .limit(placeholder('most'))
  const ofCassets = db
    .select({ id: credit.id })
    .from(cassets)
    .innerJoin(credit, inArray(credit.id, newest))
    .where(eq(cassets.artistId, placeholder('artistId')))
  return db
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
    .where(inArray(referralCredits.id, ofCassets))
    .orderBy(desc(referralCredits.id))
    .limit(placeholder('most'))
})

/** Returns who referred whom, newest first: buyers who still have it, in the present mode. */
export function readReferrals(ctx: Ctx, { artistId }: Viewer, limit: number, cursor = afterAll): Referrals {
  const rows = before(ctx.db).all({ mode: ctx.config.paymentMode, cursor, most: limit + 1, artistId })
  const { page, nextCursor } = cutPage(rows, limit, ({ id }) => id)
  const referrals = page.map(({ sender, collector, creditedAt }) => ({
    sender,
    collector,
    collectedAt: new Date(creditedAt).toISOString(),
  }))
  return { referrals, nextCursor }
}
