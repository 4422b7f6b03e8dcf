import type { Ctx } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { cookieDays } from '../../lib/stored/in-browsers.ts'
import { issueLink, orderOfLink } from '../../order/guest-link.ts'
import { cookieParts, keptCookie } from '../../platform/http/session/kept-cookie.ts'
import { mostRestLinks } from './model.ts'
import { singlesByLink } from './rest-of-links.ts'

const cookieName = 'svc_rest'
const keptSec = cookieDays[cookieName] * 86_400
const isSecret = /^[\w-]{43}$/

/**
 * Returns the secrets by which a browser gets the rest of single tracks for the difference, latest
 * first (rule: the-rest). They open nothing.
 */
export const restSecrets = (request: Request): string[] => cookieParts(request, cookieName, isSecret, mostRestLinks)

/**
 * Returns the cookie that lets a browser get the rest of the single tracks behind a secret link for
 * the difference. Throws NOT_FOUND for a link that we did not issue, BAD_STATE for one that holds
 * no single tracks now.
 */
export function keepRest(ctx: Ctx, request: Request, secret: string): string {
  const order = singlesByLink(ctx, secret)
  if (!order) {
    if (!orderOfLink(ctx, 'open', secret)) throw notFound('link')
    throw new AppError('BAD_STATE', say('This link holds no single tracks now.'))
  }
  const known = restSecrets(request)
  const isKnown = known.some((other) => orderOfLink(ctx, 'rest', other)?.id === order.id)
  const secrets = isKnown ? known : [issueLink(ctx, order.id, 'rest'), ...known].slice(0, mostRestLinks)
  return keptCookie(ctx, cookieName, secrets.join('.'), keptSec)
}
