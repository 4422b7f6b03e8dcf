import { and, eq, inArray, ne } from 'drizzle-orm'
import { referralLinks } from '../../../db/schema/shop/referral.ts'
import type { Ctx } from '../../context.ts'

/**
 * Returns the first of these codes that belongs to a link to this casset; null without one. The
 * buyer's own links do not count.
 */
export function validReferralCode(
  ctx: Ctx,
  codes: readonly string[],
  { userId, cassetId }: { userId: string; cassetId: string },
) {
  if (codes.length === 0) return null
  const whereOthers = and(eq(referralLinks.cassetId, cassetId), ne(referralLinks.userId, userId))
  const rows = ctx.db
    .select({ code: referralLinks.code })
    .from(referralLinks)
    .where(and(inArray(referralLinks.code, [...codes]), whereOthers))
    .all()
  return codes.find((code) => rows.some((row) => row.code === code)) ?? null
}
