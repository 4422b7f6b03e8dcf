import { lookup } from 'node:dns/promises'
import type { Ctx } from '../../context.ts'
import { publicTarget, type Resolve } from '../../lib/address/public-target.ts'
import { readBounded } from '../../platform/http/request/read-bounded.ts'
import { ownState } from '../../platform/own-state.ts'
import { isOnThisMachine } from './config.ts'

const patienceMs = 10_000
const longestAnswer = 65_536

/** How names of witnesses are looked up; tests set what a name leads to. */
export const lookingUp = ownState((): { resolve: Resolve } => ({
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
}))

export type WitnessAnswer = { readonly status: number; readonly type: string; readonly text: string }

/**
 * Sends a request to a witness, at a public address and without following redirects; the other side
 * chooses neither time nor size. Throws when it cannot be reached.
 */
export async function askWitness(ctx: Ctx, address: string, init: RequestInit = {}): Promise<WitnessAnswer> {
  const { url, headers, tls } = await targetOf(ctx, address)
  const response = await fetch(url, {
    ...init,
    headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' },
    redirect: 'manual',
    signal: AbortSignal.any([AbortSignal.timeout(patienceMs), ...(init.signal ? [init.signal] : [])]),
    tls,
  })
  const bytes = await readBounded(response, longestAnswer, () => new Error('The answer of the witness is too long.'))
  const type = response.headers.get('content-type') ?? ''
  return { status: response.status, type, text: new TextDecoder().decode(bytes) }
}

/** A site on this machine may ask its neighbours there; any other one only who is public. */
async function targetOf(ctx: Ctx, address: string) {
  const url = new URL(address)
  if (!isOnThisMachine(url)) return publicTarget(address, lookingUp(ctx).resolve)
  if (!isOnThisMachine(new URL(ctx.site.origin))) throw new Error('A witness on this machine is nobody else.')
  return { url: url.href, headers: {}, tls: {} }
}
