import type { ConfigFault } from '../../../config.ts'

export type RelayConfig = {
  readonly redisUrl: string
  readonly roomsUrl: string
  /** Signs tickets, and proves edges to the primary. */
  readonly secret: string
}

const leastSecret = 32

type Env = Readonly<Record<string, string | undefined>>
type RelayConfigResult = { faults: ConfigFault[]; relay: RelayConfig | undefined }

const textOf = (env: Env, name: string) => env[name]?.trim() || undefined

export function redisProblem(raw: string): string | undefined {
  const fits = URL.canParse(raw) && /^rediss?:$/.test(new URL(raw).protocol) && new URL(raw).hostname !== ''
  return fits ? undefined : 'must be a redis:// or rediss:// address, such as redis://:password@10.0.0.5:6379'
}

export const secretProblem = (raw: string): string | undefined =>
  raw.length < leastSecret ? `must have at least ${leastSecret} characters` : undefined

export function originProblem(raw: string): string | undefined {
  const url = URL.canParse(raw) ? new URL(raw) : undefined
  const fits = url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.username
  return fits ? undefined : `must be an http or https origin without a path, but is "${raw}"`
}

const names = ['REDIS_URL', 'ROOMS_URL', 'EDGE_SECRET'] as const

/** Reads where the rooms are carried by edges: all three variables, or none. */
export function readRelayConfig(env: Env, isHttps: boolean): RelayConfigResult {
  const [redisUrl, roomsUrl, secret] = names.map((name) => textOf(env, name))
  if (redisUrl === undefined && roomsUrl === undefined) return { faults: [], relay: undefined }
  const missing = names.filter((name) => textOf(env, name) === undefined)
  const faults: ConfigFault[] = missing.map((name) => ({
    name,
    problem: `is needed where ${names.join(', ')} are set: edges need all`,
  }))
  const look = (name: string, problem: string | undefined) => {
    if (problem !== undefined) faults.push({ name, problem })
  }
  if (redisUrl !== undefined) look('REDIS_URL', redisProblem(redisUrl))
  if (secret !== undefined) look('EDGE_SECRET', secretProblem(secret))
  if (roomsUrl !== undefined) look('ROOMS_URL', originProblem(roomsUrl) ?? mixedProblem(roomsUrl, isHttps))
  if (faults.length > 0 || !redisUrl || !roomsUrl || !secret) return { faults, relay: undefined }
  return { faults: [], relay: { redisUrl, roomsUrl: new URL(roomsUrl).origin, secret } }
}

/** Pages that came by https may not open what does not. */
const mixedProblem = (roomsUrl: string, isHttps: boolean) =>
  isHttps && new URL(roomsUrl).protocol === 'http:'
    ? 'must be https as BASE_URL is: browsers open nothing else from its pages'
    : undefined
