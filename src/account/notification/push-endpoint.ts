import type { Ctx } from '../../context.ts'
import { invalid } from '../../errors.ts'
import { publicTarget, type Target } from '../../lib/address/public-target.ts'
import { say } from '../../lib/language/say.ts'
import { pushingOf } from './pushing.ts'

/** The hosts of browsers' push services; a leading dot includes all subdomains. */
const services = ['fcm.googleapis.com', '.push.services.mozilla.com', '.notify.windows.com', '.push.apple.com']

const isService = (host: string) =>
  services.some((name) => (name.startsWith('.') ? host.endsWith(name) && host !== name : host === name))

/**
 * Returns the address of a subscription as it is stored. Throws VALIDATION unless it is an https
 * address of a browser's push service, or of an origin that the operator named in PUSH_ORIGINS
 * (rule: push-services).
 */
export function readEndpoint({ config }: Pick<Ctx, 'config'>, text: string): string {
  // A backslash is a slash to browsers and part of a name to others.
  const url = URL.canParse(text) && !text.includes('\\') ? new URL(text) : undefined
  const isOperators = url !== undefined && config.pushOrigins.includes(url.origin)
  const isBrowsers = url?.protocol === 'https:' && url.port === '' && isService(url.hostname)
  if (url?.username !== '' || url.password !== '' || !(isOperators || isBrowsers)) {
    throw invalid('endpoint', say('This is not the address of a push service that this site sends to.'))
  }
  url.hash = ''
  return url.href
}

/**
 * Returns where to send pushes for an endpoint: a public address, or one of an origin that the
 * operator named (rule: push-services). Throws when its name leads to no public one.
 */
export async function targetOf(ctx: Ctx, endpoint: string): Promise<Target> {
  const url = new URL(endpoint)
  if (ctx.config.pushOrigins.includes(url.origin)) return { url: url.href, headers: {}, tls: {} }
  return publicTarget(endpoint, pushingOf(ctx).resolve)
}
