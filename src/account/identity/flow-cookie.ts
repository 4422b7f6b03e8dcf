import type { Ctx } from '../../context.ts'
import { sha256Hex } from '../../lib/hash/hmac.ts'

/** The cookie that binds a sign-in at a provider to the browser that began it. */
const flowCookie = 'svc_flow'

/** How long a sign-in at a provider may take (rule: providers). */
export const flowMs = 30 * 60_000

// At the provider, and then at the form where a new user chooses a handle.
const lifeSec = (2 * flowMs) / 1_000

const pattern = /^[\w-]{43}$/

/** Returns the hash of the browser's flow cookie; null without one. Only hashes are stored. */
export function browserOf(request: Request): string | null {
  const value = valueIn(request)
  return value === undefined ? null : sha256Hex(value)
}

function valueIn({ headers }: Request): string | undefined {
  const value = new Bun.CookieMap(headers.get('cookie') ?? '').get(flowCookie)
  return value && pattern.test(value) ? value : undefined
}

/** Returns the browser's hash, and the header that lets its cookie last for this sign-in too. */
export function markBrowser(ctx: Ctx, request: Request): { browserHash: string; setCookie: string } {
  // Two tabs may begin a sign-in each, with one cookie.
  const value = valueIn(request) ?? Buffer.from(ctx.random(32)).toString('base64url')
  const secure = ctx.site.isHttps ? '; Secure' : ''
  const setCookie = `${flowCookie}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${lifeSec}${secure}`
  return { browserHash: sha256Hex(value), setCookie }
}
