import { BlockList, isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Config } from '../config.ts'

type Proxies = Config['trustedProxies']

/** IPv4 as it is written, IPv6 too, IPv4 inside IPv6 as IPv4; null for anything else. */
function plainAddress(text: string): string | null {
  const version = isIP(text)
  if (version === 4) return text
  return version === 6 && !text.includes('%') ? ipaddr.process(text).toString() : null
}

/**
 * The key that an address is limited by: IPv4 as it is, IPv6 by its /64, since a household or host holds at least
 * that much of it.
 */
export function addressKey(text: string): string {
  const address = plainAddress(text)
  if (address === null) return 'unknown'
  if (!address.includes(':')) return address
  const network = ipaddr.IPv6.parse(address).parts.slice(0, 4)
  return `${network.map((part) => part.toString(16)).join(':')}::/64`
}

/** Finds out who is asking, given the peer of the connection and X-Forwarded-For. */
export type ClientAddress = (peer: string, forwardedFor: string | null) => string

/**
 * Who is asking: the peer, or, when the peer is a proxy we trust, the last address in X-Forwarded-For that is not one of
 * ours. What stands further left was written by the client and is not believed.
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
