import { isPublicAddress } from './public-address.ts'

/** The address to connect to, and the name that the host had when it was resolved. */
export type Target = { url: string; headers: Record<string, string>; tls: { serverName?: string } }

/** Returns the addresses of a name. */
export type Resolve = (host: string) => Promise<readonly string[]>

/**
 * Returns where to reach an address that others have chosen: the very one that its name resolved
 * to, which is public, so that no second answer can lead into our network. Throws when none is.
 */
export async function publicTarget(address: string, resolve: Resolve): Promise<Target> {
  const url = new URL(address)
  const { host, hostname } = url
  const found = (await resolve(hostname)).find(isPublicAddress)
  if (found === undefined) throw new Error(`The name ${hostname} leads to no public address.`)
  url.hostname = found.includes(':') ? `[${found}]` : found
  return { url: url.href, headers: { host }, tls: { serverName: hostname } }
}
