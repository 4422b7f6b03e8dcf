import { and, eq } from 'drizzle-orm'
import { referralLinks } from '../../../db/schema/shop/referral.ts'
import { visibleCasset } from '../../casset/access/visible-casset.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { cassetUrl } from './record-share.ts'

const codeBytes = 6
const mostTries = 5

/**
 * Returns the caller's link to a casset, created at the first call and the same ever after. Throws
 * NOT_FOUND when the casset is absent or hidden from them.
 */
export function referralLink(ctx: Ctx, author: Viewer, slug: string) {
  const { userId } = author
  const { casset, artist } = visibleCasset(ctx, slug, author)
  const which = and(eq(referralLinks.userId, userId), eq(referralLinks.cassetId, casset.id))
  for (let tries = 0; tries < mostTries; tries += 1) {
    const known = ctx.db.select({ code: referralLinks.code }).from(referralLinks).where(which).get()
    if (known) return { code: known.code, url: referralUrl(ctx, artist.handle, known.code) }
    const code = Buffer.from(ctx.random(codeBytes)).toString('base64url')
    const row = { code, userId, cassetId: casset.id, createdAt: ctx.now() }
    ctx.db.insert(referralLinks).values(row).onConflictDoNothing().run()
  }
  throw new AppError('UNAVAILABLE', say('No link could be made. Try again.'), { retryAfter: 1 })
}

export const referralUrl = (ctx: Ctx, slug: string, code: string): string => `${cassetUrl(ctx, slug)}?ref=${code}`
