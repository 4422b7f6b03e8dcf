import type { Ctx } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { say } from '../../../lib/language/say.ts'
import { appleCallback, isWebhook } from '../request/path.ts'
import { accountsOf } from '../session/accounts.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

// A shorter host shifts how paths are read (elysia#748).
const plainHost = /^(?=.{4,255}$)(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i

// The page of the set-up link, and what that loads and calls.
const setupDoors =
  /^\/(?:setup|api\/auth\/(?:setup|signup(?:\/listener)?)|api\/handles\/[\w-]+\/available|a\/.+|theme\/.+|favicon\.ico|app\.webmanifest|sw\.js)$/

/**
 * Returns whether the site answers the page of the set-up link at any address: nobody owns it, and
 * no address is set (rule: first-start).
 */
export const isUnclaimed = (ctx: Ctx): boolean =>
  ctx.config.baseUrl === undefined && ctx.config.addressName === 'BASE_URL' && !accountsOf(ctx).hasOwner(ctx)

/** Runs first: a foreign Host shifts how paths are read (elysia#748). */
export function refuseForeignHost(ctx: Ctx, headers: Headers, path: string): void {
  const host = headers.get('host')
  if (ctx.site.hasHost(host)) return
  if (host !== null && plainHost.test(host) && setupDoors.test(path) && isUnclaimed(ctx)) return
  throw misdirected(ctx)
}

export const misdirected = ({ config: { addressName } }: Ctx): AppError =>
  new AppError('MISDIRECTED', say('This server does not answer for that host.'), {
    hint: say('If you run this site, set {addressName} to the address that people use.', { addressName }),
  })

/** Returns a foreign address at which the set-up link is open; undefined for the site's own. */
export function unclaimedOrigin({ site }: Ctx, { headers }: Request): string | undefined {
  const host = headers.get('host')
  return site.hasHost(host) ? undefined : (headers.get('origin') ?? `http://${host}`)
}

/** Returns the origin of ours that a writing browser has open; redirects to it keep its cookies. */
export function visitorOrigin({ site }: Ctx, { headers }: Request): string {
  const origin = headers.get('origin')
  return origin !== null && site.hasOrigin(origin) ? origin : site.origin
}

/**
 * Refuses writes from another site's page: a foreign or null Origin, or a cross-site fetch. A
 * request without Origin and Sec-Fetch-Site is not from a browser and carries nobody's cookies
 * (rule: foreign-writes).
 */
export function refuseForeignOrigin(ctx: Ctx, request: Request, path: string): void {
  if (safeMethods.has(request.method) || isWebhook(path) || path === appleCallback) return
  if (isForeign(ctx, request)) throw new AppError('FORBIDDEN', say('Another site may not do this in your name.'))
}

/** Whether a page of another site asks. */
export function isForeign(ctx: Ctx, request: Request): boolean {
  const origin = request.headers.get('origin')
  const site = request.headers.get('sec-fetch-site')
  if (origin !== null) return !isOwnOrigin(ctx, request, origin)
  return site !== null && site !== 'same-origin' && site !== 'none'
}

/** An address that is not the site's own yet is only where the page itself was opened. */
function isOwnOrigin({ site }: Ctx, { headers }: Request, origin: string): boolean {
  if (site.hasOrigin(origin)) return true
  const host = headers.get('host')
  return !site.hasHost(host) && /^https?:/.test(origin) && URL.parse(origin)?.host === host?.toLowerCase()
}
