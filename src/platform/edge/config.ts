import { readFileSync } from 'node:fs'
import ipaddr from 'ipaddr.js'
import { originProblem, redisProblem, secretProblem } from './relay/config.ts'

type Env = Readonly<Record<string, string | undefined>>

type Fault = { name: string; problem: string }

export class EdgeConfigError extends Error {
  override readonly name = 'ConfigError'

  constructor(faults: readonly Fault[]) {
    super(['This edge cannot be started:', ...faults.map((f) => `  ${f.name}: ${f.problem}`)].join('\n'))
  }
}

const usualPort = 3_100

/** Reads the environment of an edge. Throws EdgeConfigError, which names all wrong settings. */
export function readEdgeConfig(env: Env) {
  const faults: Fault[] = []
  const text = (name: string) => env[name]?.trim() || undefined
  const needed = (name: string, problemOf: (raw: string) => string | undefined): string => {
    const raw = text(name)
    const problem = raw === undefined ? 'is needed' : problemOf(raw)
    if (problem !== undefined) faults.push({ name, problem })
    return raw ?? ''
  }
  const integer = (name: string, fallback: number, most: number): number => {
    const raw = text(name)
    const value = raw === undefined ? fallback : Number(raw)
    if (Number.isInteger(value) && value >= 0 && value <= most) return value
    faults.push({ name, problem: `must be a whole number from 0 to ${most}, but is "${raw}"` })
    return fallback
  }
  const proxies = (text('TRUSTED_PROXIES')?.split(',') ?? []).flatMap((part) => {
    const trimmed = part.trim()
    const cidr = trimmed.includes('/') ? trimmed : `${trimmed}/${trimmed.includes(':') ? 128 : 32}`
    if (ipaddr.isValidCIDR(cidr)) return [ipaddr.parseCIDR(cidr)]
    faults.push({ name: 'TRUSTED_PROXIES', problem: `"${trimmed}" is not an address or CIDR` })
    return []
  })
  const [certFile, keyFile] = [text('TLS_CERT'), text('TLS_KEY')]
  if ((certFile === undefined) !== (keyFile === undefined)) {
    faults.push({ name: 'TLS_CERT', problem: 'and TLS_KEY go together: the files of a certificate and of its key' })
  }
  for (const [name, file] of Object.entries({ TLS_CERT: certFile, TLS_KEY: keyFile })) {
    if (file !== undefined && !isReadable(file)) faults.push({ name, problem: `"${file}" cannot be read` })
  }
  const config = {
    primaryUrl: needed('PRIMARY_URL', originProblem),
    redisUrl: needed('REDIS_URL', redisProblem),
    secret: needed('EDGE_SECRET', secretProblem),
    host: text('HOST') ?? '0.0.0.0',
    port: integer('PORT', usualPort, 65_535),
    tls: certFile !== undefined && keyFile !== undefined ? { certFile, keyFile } : undefined,
    trustedProxies: proxies,
    streamsOfAddress: integer('STREAMS_PER_ADDRESS', 1_000, 1_000_000),
  }
  if (faults.length > 0) throw new EdgeConfigError(faults)
  return Object.freeze(config)
}

export type EdgeConfig = ReturnType<typeof readEdgeConfig>

function isReadable(file: string): boolean {
  try {
    readFileSync(file)
    return true
  } catch {
    return false
  }
}
