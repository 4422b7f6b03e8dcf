import { and, eq, ne, sql } from 'drizzle-orm'
import { referralLinks } from '../../../db/schema/shop/referral.ts'
import type { Ctx } from '../../context.ts'
import { cookieDays } from '../../lib/stored/in-browsers.ts'
import { cookieParts, keptCookie } from '../../platform/http/session/kept-cookie.ts'
import type { Viewer } from '../../platform/http/session/session.ts'

const cookieName = 'svc_ref'
const keptSec = cookieDays[cookieName] * 86_400
const isCode = /^[A-Za-z0-9_-]{4,64}$/

// Several, newest first: a visit by one casset's link must not replace another casset's code.
const mostCodes = 8

/** Latest first (rule: referrals). */
export const referralCodes = (request: Request): string[] => cookieParts(request, cookieName, isCode, mostCodes)

/**
 * Returns the cookie that remembers a visit with `?ref=CODE`; undefined without a code or for an
 * unknown one. Counts the visit of a browser that does not remember the code yet, unless the
 * visitor owns the link.
 */
export function keepReferral(ctx: Ctx, request: Request, viewer: Viewer | null): string | undefined {
  if (!request.url.includes('ref=')) return undefined
  const code = new URL(request.url).searchParams.get('ref') ?? ''
  if (!isCode.test(code) || !isKnown(ctx, code)) return undefined
  const known = referralCodes(request)
  if (!known.includes(code) && request.method === 'GET') countVisit(ctx, code, viewer)
  const codes = [code, ...known.filter((other) => other !== code)].slice(0, mostCodes)
  return keptCookie(ctx, cookieName, codes.join('.'), keptSec)
}

const isKnown = (ctx: Ctx, code: string): boolean =>
  ctx.db.select({ code: referralLinks.code }).from(referralLinks).where(eq(referralLinks.code, code)).get() !==
  undefined

function countVisit(ctx: Ctx, code: string, viewer: Viewer | null): void {
  const byOthers = viewer ? ne(referralLinks.userId, viewer.userId) : undefined
  ctx.db
    .update(referralLinks)
    .set({ visits: sql`${referralLinks.visits} + 1` })
    .where(and(eq(referralLinks.code, code), byOthers))
    .run()
}
