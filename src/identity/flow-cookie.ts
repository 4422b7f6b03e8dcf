import type { Ctx } from '../context.ts'
import { sha256Hex } from '../lib/hmac.ts'

/** The cookie that binds a sign-in at a provider to the browser that began it. */
const flowCookie = 'svc_flow'

/** How long a sign-in at a provider may take (rule 3.10). */
export const flowMs = 30 * 60_000

const pattern = /^[\w-]{43}$/

/** Returns the hash of the browser's flow cookie; null without one. Only hashes are stored. */
export function browserOf({ headers }: Request): string | null {
  const value = new Bun.CookieMap(headers.get('cookie') ?? '').get(flowCookie)
  return value && pattern.test(value) ? sha256Hex(value) : null
}

/** Returns the browser's hash, and the header that gives a browser without the cookie one. */
export function markBrowser(ctx: Ctx, request: Request): { browserHash: string; setCookie: string | null } {
  const known = browserOf(request)
  if (known !== null) return { browserHash: known, setCookie: null }
  const value = Buffer.from(ctx.random(32)).toString('base64url')
  const secure = ctx.site.isHttps ? '; Secure' : ''
  // A year: it gives access to nothing, and two tabs may begin a sign-in each.
  const setCookie = `${flowCookie}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000${secure}`
  return { browserHash: sha256Hex(value), setCookie }
}
