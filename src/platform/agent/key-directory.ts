import { createPublicKey, type KeyObject } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { Type as t } from '@sinclair/typebox'
import { calculateJwkThumbprint } from 'jose'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { publicTarget, type Target } from '../../lib/address/public-target.ts'
import { jsonReader } from '../../lib/json/json-reader.ts'
import { say } from '../../lib/language/say.ts'
import { readBounded } from '../http/request/read-bounded.ts'
import { ownState } from '../own-state.ts'

const path = '/.well-known/http-message-signatures-directory'
const longestBytes = 65_536
const mostKeys = 50
const patienceMs = 5_000
const keptMs = 600_000
/** An unreadable directory is not read again for this long, whoever names it. */
const restMs = 60_000
const mostKept = 1_000
const mostAtOnce = 8

/** A key of an agent: its thumbprint (RFC 7638), and its period of validity, in ms. */
type AgentKey = { readonly id: string; readonly key: KeyObject; readonly from: number; readonly to: number }

type CachedKeys = { readonly keys: readonly AgentKey[] | undefined; readonly until: number }

/** How directories are looked up; tests set what a name leads to. */
export const directoriesOf = ownState(() => ({
  kept: new Map<string, CachedKeys>(),
  asked: new Map<string, Promise<readonly AgentKey[] | undefined>>(),
  resolve: async (host: string): Promise<readonly string[]> =>
    (await lookup(host, { all: true })).map(({ address }) => address),
}))

const Directory = t.Object({
  keys: t.Array(
    t.Object({
      kty: t.String(),
      crv: t.Optional(t.String()),
      x: t.Optional(t.String({ pattern: '^[A-Za-z0-9_-]{43}$' })),
      nbf: t.Optional(t.Number()),
      exp: t.Optional(t.Number()),
    }),
    { maxItems: mostKeys },
  ),
})
const readDirectory = jsonReader('A key directory', Directory)

const refused = (hint: string) => new AppError('UNAUTHENTICATED', say('The signature cannot be verified.'), { hint })

/**
 * Returns an agent's key with this thumbprint from its directory, if it is valid now. Throws
 * UNAUTHENTICATED when the directory cannot be read or lacks it, UNAVAILABLE while too many others
 * are being read.
 */
export async function agentKey(ctx: Ctx, origin: string, keyid: string): Promise<KeyObject> {
  const keys = await keysOf(ctx, origin)
  if (!keys) throw refused(`The key directory of ${origin} cannot be read. It is asked again in a minute.`)
  const now = ctx.now()
  const found = keys.find(({ id, from, to }) => id === keyid && from <= now && now < to)
  if (!found) throw refused(`The key directory of ${origin} has no such key of Ed25519 that is in use.`)
  return found.key
}

async function keysOf(ctx: Ctx, origin: string): Promise<readonly AgentKey[] | undefined> {
  const { kept, asked } = directoriesOf(ctx)
  const known = kept.get(origin)
  if (known && known.until > ctx.now()) return known.keys
  const underWay = asked.get(origin)
  if (underWay) return underWay
  if (asked.size >= mostAtOnce) {
    throw new AppError('UNAVAILABLE', say('Too many key directories are being read. Try again.'), { retryAfter: 5 })
  }
  const reading = read(ctx, origin).catch(() => undefined)
  asked.set(origin, reading)
  try {
    const keys = await reading
    if (kept.size >= mostKept) kept.clear()
    kept.set(origin, { keys, until: ctx.now() + (keys ? keptMs : restMs) })
    return keys
  } finally {
    asked.delete(origin)
  }
}

/** Reads a directory: no redirect is followed, and the other side chooses neither time nor size. */
async function read(ctx: Ctx, origin: string): Promise<AgentKey[]> {
  const { url, headers, tls } = await targetOf(ctx, origin)
  const response = await fetch(url, {
    redirect: 'manual',
    signal: AbortSignal.timeout(patienceMs),
    headers: { ...headers, accept: 'application/http-message-signatures-directory+json' },
    tls,
  })
  const bytes = await readBounded(response, longestBytes, () => new Error('The directory is too long.'))
  if (response.status !== 200) throw new Error(`The directory answered ${response.status}.`)
  const { keys } = readDirectory(new TextDecoder().decode(bytes))
  return Promise.all(
    keys.flatMap(({ kty, crv, x, ...span }) => (kty === 'OKP' && crv === 'Ed25519' && x ? [toKey(x, span)] : [])),
  )
}

async function toKey(x: string, { nbf = 0, exp = Number.MAX_SAFE_INTEGER }: { nbf?: number; exp?: number }) {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x }
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  return { id: await calculateJwkThumbprint(jwk), key, from: nbf * 1_000, to: exp * 1_000 }
}

/**
 * Returns where to read a directory, at a public address. The operator may name origins elsewhere
 * (AGENT_ORIGINS).
 */
async function targetOf(ctx: Ctx, origin: string): Promise<Target> {
  const url = new URL(path, origin)
  if (ctx.config.agentOrigins.includes(origin)) return { url: url.href, headers: {}, tls: {} }
  return publicTarget(url.href, directoriesOf(ctx).resolve)
}
