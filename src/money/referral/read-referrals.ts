import { desc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { prepared } from '../../../db/prepared.ts'
import { artists } from '../../../db/schema/account/account.ts'
import { referralCredits, referralLinks } from '../../../db/schema/money/referral.ts'
import type { Ctx } from '../../context.ts'
import { cutPage } from '../../lib/cut-page.ts'
import type { Viewer } from '../../platform/http/session.ts'
import { whereCounted } from '../../platform/payment/mode.ts'
import type { Referrals } from './model.ts'

const senders = alias(artists, 'senders')
const collectors = alias(artists, 'collectors')

// Sorts after every id.
const afterAll = '~'

const { placeholder } = sql

const before = prepared((db) => {
  const isCounted = whereCounted(referralCredits.mode, placeholder('mode'))
  // Of each casset a page is read from its index, in order: all of them together would be sorted for every page.
  const ofCassets = sql`${referralCredits.id} IN (SELECT credit.id FROM cassets AS casset JOIN referral_credits AS credit
    ON credit.id IN (SELECT id FROM referral_credits WHERE casset_id = casset.id AND ended_at IS NULL AND ${isCounted}
      AND id < ${placeholder('cursor')} ORDER BY id DESC LIMIT ${placeholder('most')})
    WHERE casset.artist_id = ${placeholder('artistId')})`
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
    .where(ofCassets)
    .orderBy(desc(referralCredits.id))
    .limit(placeholder('most'))
})

/** Returns who brought whom to the caller's cassets, newest first: those who still have it, in the present mode. */
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
