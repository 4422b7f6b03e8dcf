import type { Ctx } from '../../../context.ts'
import type { RelayConfig } from './config.ts'
import { type Edges, edgesOf } from './edges.ts'
import { readEntry, Up } from './entry.ts'
import { followStream } from './follow-stream.ts'
import { beatMs, lostMs, mostDown, streamKeys } from './keys.ts'
import { createRedisLine } from './redis-line.ts'

export type Relay = {
  /** Whether events reach Redis, and reports of edges are read. */
  isUp(): boolean
  /** The number of events that never reached Redis: edges request them later. */
  dropped(): number
  stop(): void
}

const relays = new WeakMap<Edges, Relay>()

/** Returns the relay of a serving primary; undefined where there is none. */
export const relayOf = (ctx: Ctx): Relay | undefined => relays.get(edgesOf(ctx))

/**
 * Sends the events of rooms to edges through Redis, and receives their listeners. Nothing here is
 * awaited, and nothing is kept for a Redis that is away: edges see by the numbers what they have
 * missed, and request it.
 */
export function startRelay(ctx: Ctx, { redisUrl, secret }: RelayConfig): Relay {
  const edges = edgesOf(ctx)
  const keys = streamKeys(secret)
  const line = createRedisLine(redisUrl)
  let dropped = 0
  let isTold = true

  const lose = () => {
    dropped += 1
  }
  const unfollow = ctx.bus.follow(({ epoch, n }, news) => {
    if (!line.isUp()) return lose()
    const text = JSON.stringify({ epoch, n, at: ctx.now(), news })
    line.send('XADD', [keys.down, 'MAXLEN', '~', `${mostDown}`, '*', 'e', text]).catch(lose)
  })

  async function connect(): Promise<void> {
    try {
      await line.connect()
      if (!isTold) ctx.log.info('relay.back')
      isTold = true
    } catch (error) {
      if (isTold) ctx.log.warn('relay.lost', { problem: error instanceof Error ? error.message : 'unknown' })
      isTold = false
    }
  }

  const beat = setInterval(() => {
    edges.tick()
    ctx.bus.publish({ kind: 'beat' })
    if (!line.isUp()) void connect()
  }, beatMs)
  const following = followStream({
    url: redisUrl,
    key: keys.up,
    sinceMs: 0,
    silentMs: lostMs,
    monotonicMs: ctx.monotonicMs,
    heard(text) {
      const report = readEntry(Up, text)
      if (report) edges.take(report)
    },
    silent() {},
    told: (problem) => problem !== undefined && ctx.log.warn('relay.unread', { problem }),
  })
  void connect()
  const relay = {
    isUp: () => line.isUp() && following.isUp(),
    dropped: () => dropped,
    stop() {
      clearInterval(beat)
      unfollow()
      following.stop()
      line.close()
    },
  }
  relays.set(edges, relay)
  return relay
}
