import Negotiator from 'negotiator'
import type { Ctx } from '../../../context.ts'
import { type Language, languageOf, ownLanguage } from '../../../lib/language/languages.ts'
import { currentLanguage, inLanguage } from '../../../lib/language/say.ts'
import { cookieDays } from '../../../lib/stored/in-browsers.ts'
import { cookieOf, keptCookie } from '../session/kept-cookie.ts'

const languageCookie = 'svc_language'

const keptSec = cookieDays[languageCookie] * 86_400

/**
 * Returns the language of an answer, of those that the site offers: the one that the browser's user
 * chose, else the one that the browser likes best (RFC 9110, 12.5.4), else the site's first.
 */
function languageFor(request: Request, offered: readonly Language[]): Language {
  const chosen = languageOf(cookieOf(request, languageCookie) ?? '')
  if (chosen !== undefined && offered.includes(chosen)) return chosen
  const accepted = request.headers.get('accept-language')
  const first = offered[0] ?? ownLanguage
  if (accepted === null) return first
  const [liked = ''] = new Negotiator({ headers: { 'accept-language': accepted } }).languages([...offered])
  return languageOf(liked) ?? first
}

// Programs read these, and compare what they read: it is English whatever their client likes. A
// person reads what a page of ours asked of the rest of /api.
const forPrograms =
  /^\/(?:api\/(?:v1|sandbox\/v1|agents|releases|webhooks|studio\/stripe)|mcp|log|healthz?|readyz|\.well-known)(?:\/|$)|\.(?:json|csv|xml|txt|rss|atom)$/

// A form of ours posts to the same routes. Not what it reads, which caches keep for programs.
const isOfPage = ({ method, headers }: Request): boolean =>
  method !== 'GET' && headers.get('sec-fetch-site') === 'same-origin'

// Not by URL, which throws for some of the hosts that are refused later.
const pathOf = ({ url }: Request): string => url.slice(url.indexOf('/', 'https://'.length)).split('?', 1)[0] ?? ''

type Fetch<Rest extends unknown[]> = (request: Request, ...rest: Rest) => Response | Promise<Response>

/** Marks a page, and what it asks for, with its language, which a cache has to tell apart. */
function marked(response: Response): Response {
  const { headers } = response
  if (!/^(?:text\/html|application\/json)/.test(headers.get('content-type') ?? '')) return response
  headers.set('content-language', currentLanguage())
  headers.append('vary', 'Accept-Language')
  return response
}

/**
 * Returns how requests are answered, each in its own language: that of the viewer's account, which
 * is known once their session was read, else that of their browser. Programs are answered in
 * English; what a page of ours posts to their routes is not.
 */
export function inTheirLanguage<Rest extends unknown[]>({ config }: Ctx, answer: Fetch<Rest>): Fetch<Rest> {
  const { languages } = config.site
  return (request, ...rest) =>
    forPrograms.test(pathOf(request)) && !isOfPage(request)
      ? answer(request, ...rest)
      : inLanguage(languageFor(request, languages), () => {
          const answered = answer(request, ...rest)
          return answered instanceof Promise ? answered.then(marked) : marked(answered)
        })
}

/** Returns the cookie that keeps a language for a year. */
export const languageCookieOf = (ctx: Ctx, language: Language): string =>
  keptCookie(ctx, languageCookie, language, keptSec)
