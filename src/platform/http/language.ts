import Negotiator from 'negotiator'
import type { Ctx } from '../../context.ts'
import { type Language, languageOf } from '../../lib/language/languages.ts'
import { inLanguage } from '../../lib/language/say.ts'

/** The cookie of a browser whose user chose a language. */
const languageCookie = 'svc_language'

const keptSec = 365 * 86_400

/**
 * Returns the language of an answer, of those that the site offers: the one that the browser's user
 * chose, else the one that the browser likes best (RFC 9110, 12.5.4), else the site's first.
 */
function languageFor({ headers }: Request, offered: readonly Language[]): Language | undefined {
  const cookies = headers.get('cookie')
  const chosen = languageOf(cookies === null ? '' : (new Bun.CookieMap(cookies).get(languageCookie) ?? ''))
  if (chosen !== undefined && offered.includes(chosen)) return chosen
  const accepted = headers.get('accept-language')
  if (accepted === null) return offered[0]
  const [liked = ''] = new Negotiator({ headers: { 'accept-language': accepted } }).languages([...offered])
  return languageOf(liked) ?? offered[0]
}

type Fetch<Rest extends unknown[]> = (request: Request, ...rest: Rest) => Response | Promise<Response>

/** Returns how requests are answered, each in its own language. */
export function inTheirLanguage<Rest extends unknown[]>({ config }: Ctx, answer: Fetch<Rest>): Fetch<Rest> {
  const { languages } = config.site
  return (request, ...rest) => {
    const language = languageFor(request, languages)
    return language === undefined ? answer(request, ...rest) : inLanguage(language, () => answer(request, ...rest))
  }
}

/** Returns the cookie that keeps a language for a year. */
export const languageCookieOf = ({ site }: Ctx, language: Language): string => {
  const attributes = { path: '/', maxAge: keptSec, httpOnly: true, sameSite: 'lax', secure: site.isHttps } as const
  return new Bun.Cookie(languageCookie, language, attributes).serialize()
}
