import { unsign } from 'cookie-signature'
import type { Ctx } from '../../../context.ts'
import type { Language } from '../../../lib/language/languages.ts'
import { goOnIn } from '../../../lib/language/say.ts'
import { accountsOf } from './accounts.ts'
import type { HelperRole } from './desk-role.ts'

/** Name of the session cookie (rule: sessions). */
export const sessionCookie = 'svc_session'

export type Viewer = {
  readonly userId: string
  readonly sessionId: string
  readonly email: string
  readonly emailVerified: boolean
  readonly role: 'member' | 'owner'
  /** The work that they help the owner with; null for none (rule: helpers). */
  readonly helperRole: HelperRole | null
  /** Whether the site suspended the account (rule: suspension); it then helps with nothing. */
  readonly suspended: boolean
  readonly artistId: string
  readonly handle: string
  readonly displayName: string
  /** Whether the menu has their page and the studio (rule: making-music). */
  readonly makesMusic: boolean
  /** The language that they chose; null until they choose one (rule: languages). */
  readonly language: Language | null
}

/**
 * Returns the value of a request's signed cookie, or null. Every configured secret is tried,
 * because @elysiajs/cookie verifies with the first only, which would end all sessions when a new
 * secret is put in front. So is every cookie of that name: another site under the same domain can
 * set one, which would sign people out.
 */
export function signedCookie(ctx: Ctx, request: Request, name: string): string | null {
  for (const pair of request.headers.get('cookie')?.split(';') ?? []) {
    const signed = pair.trimStart().startsWith(`${name}=`) ? new Bun.CookieMap(pair).get(name) : null
    if (!signed) continue
    for (const secret of ctx.secrets.session) {
      const value = unsign(signed, secret)
      if (value !== false) return value
    }
  }
  return null
}

/** Null for a stranger. From here on the request is answered in the viewer's language. */
export function viewerOf(ctx: Ctx, request: Request): Viewer | null {
  const token = signedCookie(ctx, request, sessionCookie)
  const viewer = token === null ? null : accountsOf(ctx).viewerOfToken(ctx, token)
  const language = viewer?.language
  if (language && ctx.config.site.languages.includes(language)) goOnIn(language)
  return viewer
}
