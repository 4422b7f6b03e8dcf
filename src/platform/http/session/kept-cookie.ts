import type { Ctx } from '../../../context.ts'

/** Returns the value of a cookie; undefined for a browser that does not send it. */
export function cookieOf({ headers }: Request, name: string): string | undefined {
  const sent = headers.get('cookie')
  return (sent?.includes(name) ? new Bun.CookieMap(sent).get(name) : null) ?? undefined
}

/** Returns the parts of a cookie, between dots, that have this form; so many at most. */
export const cookieParts = (request: Request, name: string, form: RegExp, most: number): string[] =>
  (cookieOf(request, name) ?? '')
    .split('.')
    .filter((part) => form.test(part))
    .slice(0, most)

/**
 * Returns a cookie for all pages that no script reads; a browser keeps it for `keptSec`, and with 0
 * until it is closed.
 */
export function keptCookie({ site }: Pick<Ctx, 'site'>, name: string, value: string, keptSec: number): string {
  const lasting = keptSec > 0 ? { maxAge: keptSec } : {}
  const attributes = { path: '/', ...lasting, httpOnly: true, sameSite: 'lax', secure: site.isHttps } as const
  return new Bun.Cookie(name, value, attributes).serialize()
}
