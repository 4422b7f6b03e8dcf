import type { Ctx } from '../../context.ts'
import { invalid } from '../../errors.ts'
import { isPublicAddress } from '../../lib/address/public-address.ts'
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

/** The address to connect to, and the name that the host had when it was resolved. */
export type Target = { url: string; headers: Record<string, string>; tls: { serverName?: string } }

/**
 * Returns where to send pushes for an endpoint. The host of a browser's push service is resolved
 * here, and the address that was found to be public is the one used, so that a second DNS answer
 * cannot lead into our network (rule: push-services). Throws when none is public.
 */
export async function targetOf(ctx: Ctx, endpoint: string): Promise<Target> {
  const url = new URL(endpoint)
  if (ctx.config.pushOrigins.includes(url.origin)) return { url: url.href, headers: {}, tls: {} }
  const { host, hostname } = url
  const address = (await pushingOf(ctx).resolve(hostname)).find(isPublicAddress)
  if (address === undefined) throw new Error(`The name ${hostname} leads to no public address.`)
  url.hostname = address.includes(':') ? `[${address}]` : address
  return { url: url.href, headers: { host }, tls: { serverName: hostname } }
}
