import ipaddr from 'ipaddr.js'
import { notedValue, noteValue } from '../../../../db/kept-value.ts'
import type { Ctx } from '../../../context.ts'
import { configState } from '../../own-state.ts'
import { createProxyTest } from '../request/client-address.ts'

const noted = 'unnamed-proxy'
const near: readonly string[] = ['loopback', 'private', 'uniqueLocal', 'linkLocal']
const look = configState(({ config }) => ({ isProxy: createProxyTest(config.trustedProxies), isOver: false }))

/**
 * Notes once that a request was passed on by a proxy that no setting names: from this machine or
 * its network, on a site that ends no HTTPS itself. For the limits all visitors are one then.
 */
export function noteUnnamedProxy(ctx: Ctx, peer: string): void {
  const state = look(ctx)
  if (state.isOver || ctx.config.domain !== undefined || !ctx.site.origin.startsWith('https:')) return
  if (!ipaddr.isValid(peer) || state.isProxy(peer)) return
  const address = ipaddr.process(peer)
  if (!near.includes(address.range())) return
  state.isOver = true
  ctx.log.warn('proxy is not named in TRUSTED_PROXIES', { peer: address.toString() })
  noteValue(ctx.db, noted, address.toString())
}

/** Returns the address of the proxy that was noted, while no setting names it. */
export function unnamedProxy(ctx: Ctx): string | undefined {
  const peer = notedValue(ctx.db, noted)
  return peer === undefined || look(ctx).isProxy(peer) ? undefined : peer
}
