import { BlockList, isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Config } from '../../../config.ts'
import { ipv4Number } from '../../../lib/address/ipv4.ts'

type Proxies = Config['trustedProxies']

/** Returns IPv4, IPv6, and IPv4 inside IPv6 as IPv4; null for anything else. */
function plainAddress(text: string): string | null {
  if (ipv4Number(text) !== null) return text
  return isIP(text) === 6 && !text.includes('%') ? ipaddr.process(text).toString() : null
}

/**
 * Returns the key by which a canonical address is limited: IPv4 as it is, IPv6 by its /64, since a
 * household or host holds at least that much of it.
 */
function keyOf(address: string): string {
  if (!address.includes(':')) return address
  const network = ipaddr.IPv6.parse(address).parts.slice(0, 4)
  return `${network.map((part) => part.toString(16)).join(':')}::/64`
}

/** Returns a test of canonical addresses: whether one is in any of the ranges. */
function createRanges(ranges: Proxies): (address: string) => boolean {
  const list = new BlockList()
  for (const [network, bits] of ranges) list.addSubnet(network.toString(), bits, network.kind())
  const blocks = ranges.flatMap(([network, bits]) => {
    const first = ipv4Number(network.toString())
    const size = 2 ** (32 - bits)
    return first === null ? [] : [{ size, number: Math.floor(first / size) }]
  })
  // A range of IPv6 may hold IPv4 inside IPv6.
  const hasIpv6 = blocks.length < ranges.length
  return (address) => {
    const value = ipv4Number(address)
    if (value === null) return list.check(address, 'ipv6')
    return blocks.some(({ size, number }) => Math.floor(value / size) === number) || (hasIpv6 && list.check(address))
  }
}

export function createProxyTest(proxies: Proxies): (peer: string) => boolean {
  const isTrusted = createRanges(proxies)
  return (peer) => {
    const address = plainAddress(peer)
    return address !== null && isTrusted(address)
  }
}

export type ClientAddress = (peer: string, forwardedFor: string | null) => string

/**
 * Returns the client's address: the peer or, when the peer is a trusted proxy, the last address in
 * X-Forwarded-For that is not one. Addresses further left were written by the client and are not
 * trusted.
 */
export function createClientAddress(proxies: Proxies): ClientAddress {
  const isTrusted = createRanges(proxies)
  // The last peer is kept, because what a proxy passes on comes from the one address all the time.
  let last = { peer: '', address: plainAddress(''), isProxy: false }
  const readPeer = (peer: string) => {
    const address = plainAddress(peer)
    last = { peer, address, isProxy: address !== null && isTrusted(address) }
    return last
  }

  return (peer, forwardedFor) => {
    const { address, isProxy } = last.peer === peer ? last : readPeer(peer)
    if (address === null) return 'unknown'
    if (forwardedFor === null || !isProxy) return keyOf(address)
    let client = address
    for (let end = forwardedFor.length; end > 0; ) {
      const comma = forwardedFor.lastIndexOf(',', end - 1)
      const hop = plainAddress(forwardedFor.slice(comma + 1, end).trim())
      if (hop === null) break
      client = hop
      if (!isTrusted(hop)) break
      end = comma
    }
    return keyOf(client)
  }
}
