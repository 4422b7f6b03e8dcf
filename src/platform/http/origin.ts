import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { appleCallback, isWebhook } from './path.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses requests for another host name. It runs first: a foreign Host shifts how paths are read
 * (elysia#748).
 */
export function refuseForeignHost(ctx: Ctx, headers: Headers): void {
  if (ctx.site.hasHost(headers.get('host'))) return
  throw new AppError('MISDIRECTED', say('This server does not answer for that host.'), {
    hint: say('If you run this site, set {addressName} to the address that people use.', {
      addressName: ctx.config.addressName,
    }),
  })
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
  const origin = request.headers.get('origin')
  const site = request.headers.get('sec-fetch-site')
  const isForeign =
    origin === null ? site !== null && site !== 'same-origin' && site !== 'none' : !ctx.site.hasOrigin(origin)
  if (isForeign) throw new AppError('FORBIDDEN', say('Another site may not do this in your name.'))
}
