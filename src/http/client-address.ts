import { BlockList, isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Config } from '../config.ts'

type Proxies = Config['trustedProxies']

/** Returns an address in its canonical form: IPv4, IPv6, and IPv4 inside IPv6 as IPv4; null for anything else. */
function plainAddress(text: string): string | null {
  const version = isIP(text)
  if (version === 4) return text
  return version === 6 && !text.includes('%') ? ipaddr.process(text).toString() : null
}

/**
 * Returns the key by which an address is limited: IPv4 as it is, IPv6 by its /64, since a household or host holds at
 * least that much of it.
 */
export function addressKey(text: string): string {
  const address = plainAddress(text)
  if (address === null) return 'unknown'
  if (!address.includes(':')) return address
  const network = ipaddr.IPv6.parse(address).parts.slice(0, 4)
  return `${network.map((part) => part.toString(16)).join(':')}::/64`
}

/** Returns the client's address, given the peer of the connection and X-Forwarded-For. */
export type ClientAddress = (peer: string, forwardedFor: string | null) => string

/**
 * Returns the client's address: the peer or, when the peer is a trusted proxy, the last address in X-Forwarded-For that
 * is not one. Addresses further left were written by the client and are not trusted.
 */
export function createClientAddress(proxies: Proxies): ClientAddress {
  const ours = new BlockList()
  for (const [range, bits] of proxies) ours.addSubnet(range.toString(), bits, range.kind())
  const isTrusted = (address: string): boolean => ours.check(address, address.includes(':') ? 'ipv6' : 'ipv4')

  return (peer, forwardedFor) => {
    const from = plainAddress(peer)
    if (proxies.length === 0 || forwardedFor === null || from === null || !isTrusted(from)) return addressKey(peer)
    let client = from
    for (let end = forwardedFor.length; end > 0; ) {
      const comma = forwardedFor.lastIndexOf(',', end - 1)
      const hop = plainAddress(forwardedFor.slice(comma + 1, end).trim())
      if (hop === null) break
      client = hop
      if (!isTrusted(hop)) break
      end = comma
    }
    return addressKey(client)
  }
}
