import { Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { say } from '../../../lib/language/say.ts'
import { dayMs } from '../../../lib/time/calendar.ts'
import type { Check, Finding } from '../../check.ts'
import { version } from '../../version.ts'
import type { RelayConfig } from './config.ts'
import { readEntry, Up, type Vitals } from './entry.ts'
import { lostMs, mostDown, streamKeys } from './keys.ts'
import { probeRedis } from './probe-redis.ts'
import { createRedisLine, type RedisLine } from './redis-line.ts'

const Entries = t.Array(t.Tuple([t.String(), t.Array(t.String())]))
const Time = t.Tuple([t.String(), t.String()])
const answerMs = 5_000
const soonMs = 14 * dayMs
const allowing = () =>
  say(
    'let the user of REDIS_URL use the keys tapedeck:* with XADD, XREAD, XRANGE, XREVRANGE and TYPE, and TIME (ACL SETUSER)',
  )

/** Checks Redis, the edges that report there, and the address at which listeners find them. */
export const relayCheck: Check = {
  name: 'edges',
  place: 260,
  async look({ config: { relay }, now }) {
    if (!relay) return {}
    const unusable = await probeRedis(relay.redisUrl)
    if (unusable !== undefined) {
      const fix = say(
        'check REDIS_URL here and on the edges; until then comments come some seconds late, and presence stands still',
      )
      return { problem: say('Redis cannot be used: {why}', { why: unusable }), fix }
    }
    const line = createRedisLine(relay.redisUrl)
    try {
      await line.connect()
      return (
        (await lookAtStreams(line, relay)) ?? (await lookAtRooms(relay, now())) ?? (await describeEdges(line, relay))
      )
    } catch (error) {
      const why = error instanceof Error ? error.message : say('it does not answer')
      return { problem: say('Redis cannot be used: {why}', { why }), fix: allowing() }
    } finally {
      line.close()
    }
  },
}

async function lookAtStreams(line: RedisLine, { secret }: RelayConfig): Promise<Finding | undefined> {
  const keys = streamKeys(secret)
  for (const key of Object.values(keys)) {
    const type = await line.send('TYPE', [key])
    if (type === 'stream' || type === 'none') continue
    return {
      problem: say('the key {key} in Redis is no stream', { key }),
      fix: say('another program wrote it: use another database, such as /1 after REDIS_URL'),
    }
  }
  // Whether it may be written to is seen by writing only: edges pass over an empty entry.
  await line.send('XADD', [keys.down, 'MAXLEN', '~', `${mostDown}`, '*', 'e', '{}'])
  return undefined
}

/** Those that reported lately, each as it did last. */
async function liveEdges(line: RedisLine, { secret }: RelayConfig): Promise<readonly Vitals[]> {
  const [sec] = Value.Decode(Time, await line.send('TIME', []))
  const since = `${Number(sec) * 1_000 - lostMs}-0`
  const entries = Value.Decode(Entries, await line.send('XRANGE', [streamKeys(secret).up, since, '+']))
  const reports = entries.flatMap(([, [, text = '']]) => readEntry(Up, text) ?? [])
  return [...new Map(reports.map(({ edge, vitals }) => [edge, vitals])).values()]
}

async function describeEdges(line: RedisLine, relay: RelayConfig): Promise<Finding> {
  const edges = await liveEdges(line, relay)
  if (edges.length === 0) {
    const fix = say('start tapedeck edge with the same REDIS_URL and EDGE_SECRET; until then no room opens')
    return { problem: say('no edge has reported lately'), fix }
  }
  const other = edges.filter((edge) => edge.version !== version)
  if (other.length > 0) {
    const which = [...new Set(other.map(({ at, version }) => `${at} (${version})`))].join(', ')
    return {
      problem: say('edges run another version than this, {version}: {which}', { version, which }),
      fix: say('replace their program, and restart them'),
    }
  }
  const listeners = edges.reduce((sum, edge) => sum + edge.listeners, 0)
  return {
    note: say('{edges} with {listeners} listeners ## machines that serve rooms', { edges: edges.length, listeners }),
  }
}

async function lookAtRooms({ roomsUrl }: RelayConfig, now: number): Promise<Finding | undefined> {
  const fix = say('check that this name leads to the edges, their TLS_CERT and TLS_KEY, and the firewall')
  const url = `${roomsUrl}`
  try {
    const response = await fetch(new URL('/healthz', roomsUrl), {
      signal: AbortSignal.timeout(answerMs),
      redirect: 'manual',
    })
    await response.body?.cancel()
    if (response.status === 503) {
      return {
        problem: say('the edge at {url} hears neither Redis nor the primary', { url }),
        fix: say('check its PRIMARY_URL and REDIS_URL'),
      }
    }
    if (response.status !== 200) {
      return { problem: say('{url} is no edge: it answers {status}', { url, status: `${response.status}` }), fix }
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : say('no reason given')
    return { problem: say('{url} does not answer: {why}', { url, why }), fix }
  }
  const endsAt = await certificateEnd(roomsUrl)
  if (endsAt === undefined || endsAt - now > soonMs) return undefined
  const day = new Date(endsAt).toISOString().slice(0, 10)
  return {
    problem: say('the certificate of {url} ends on {day}', { url, day }),
    fix: say('renew it; edges use what TLS_CERT names within a minute'),
  }
}

/** Undefined where there is no certificate, or it cannot be read. */
async function certificateEnd(origin: string): Promise<number | undefined> {
  const { protocol, hostname, port } = new URL(origin)
  if (protocol !== 'https:') return undefined
  // Loaded by the doctor alone: a start needs no TLS of Node's.
  const { connect } = await import('node:tls')
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port || 443), servername: hostname }, () => {
      resolve(Date.parse(socket.getPeerCertificate().valid_to))
      socket.end()
    })
    socket.setTimeout(answerMs, () => socket.destroy())
    socket.once('close', () => resolve(undefined))
    socket.once('error', () => resolve(undefined))
  })
}
