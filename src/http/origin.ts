import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import { isWebhook } from './is-webhook.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])
const appleCallback = '/api/auth/apple/callback'

/** Refuses requests for another host's name. It comes first: a foreign Host shifts how paths are read (elysia#748). */
export function refuseForeignHost(ctx: Ctx, headers: Headers): void {
  if (ctx.site.hasHost(headers.get('host'))) return
  throw new AppError('MISDIRECTED', 'This server does not answer for that host.', {
    hint: 'If this is your instance, set BASE_URL to the address people use.',
  })
}

/** Where a browser that writes has the site open: an origin of ours, to which it may be sent back with its cookies. */
export function visitorOrigin({ site }: Ctx, { headers }: Request): string {
  const origin = headers.get('origin')
  return origin !== null && site.hasOrigin(origin) ? origin : site.origin
}

/**
 * Refuses writes that another site's page sends: a foreign or null Origin, or a cross-site fetch. No Origin and no
 * Sec-Fetch-Site means no browser, which holds no one's cookies (rule 2.10).
 */
export function refuseForeignOrigin(ctx: Ctx, request: Request, path: string): void {
  if (safeMethods.has(request.method) || isWebhook(path) || path === appleCallback) return
  const origin = request.headers.get('origin')
  const site = request.headers.get('sec-fetch-site')
  const isForeign =
    origin === null ? site !== null && site !== 'same-origin' && site !== 'none' : !ctx.site.hasOrigin(origin)
  if (isForeign) throw new AppError('FORBIDDEN', 'Another site may not do this in your name.')
}
