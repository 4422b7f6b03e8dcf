import type { RoomNews } from '../hub/event.ts'
import type { Hub, StreamWatch } from '../hub/hub.ts'
import type { Log } from '../log.ts'
import type { Usage } from '../usage.ts'
import { version } from '../version.ts'
import { type Primary, RefusedError } from './ask-primary.ts'
import type { EdgeConfig } from './config.ts'
import { createEdgeBus, type EdgeBus } from './edge-bus.ts'
import { createHeldListeners, type HeldListeners } from './held-listeners.ts'
import { mostOf } from './most.ts'
import { createRecentEnds } from './recent-ends.ts'
import { Down, readEntry, type Up } from './relay/entry.ts'
import { type Following, followStream } from './relay/follow-stream.ts'
import { beatMs, mostUp, reportMs, silentMs, streamKeys } from './relay/keys.ts'
import { createRedisLine } from './relay/redis-line.ts'
import { ticketMs } from './relay/ticket.ts'

type Options = {
  config: EdgeConfig
  primary: Primary
  monotonicMs: () => number
  log: Log
  id: string
  usage: () => Usage
}

export type PrimaryFollower = {
  readonly bus: EdgeBus
  readonly watch: StreamWatch
  readonly ends: ReturnType<typeof createRecentEnds>
  /** Starts once the hub that receives events exists. */
  start(hub: Hub, at: string): void
  /** Whether the primary was heard from lately. */
  isUp(): boolean
  stop(): void
}

export function followPrimary({ config, primary, monotonicMs, log, id, usage }: Options): PrimaryFollower {
  const keys = streamKeys(config.secret)
  const line = createRedisLine(config.redisUrl)
  const held = createHeldListeners()
  const along = createHeldListeners()
  const watch: StreamWatch = {
    came(room, member, isAlong) {
      held.came(room, member)
      if (isAlong) along.came(room, member)
    },
    went(room, member, isAlong) {
      held.went(room, member)
      if (isAlong) along.went(room, member)
    },
  }
  const ends = createRecentEnds(monotonicMs)
  let hub: Hub | undefined
  let following: Following | undefined
  let n = 0
  let isWholeWanted = true
  let toldAt = Number.NEGATIVE_INFINITY
  let answeredAt = Number.NEGATIVE_INFINITY
  let isAsking = false

  const bus = createEdgeBus({
    monotonicMs,
    missed(isNewStart) {
      isWholeWanted ||= isNewStart
      void checkStanding()
    },
  })
  const noteEnds = (news: RoomNews) => {
    if (news.kind === 'end') ends.note(news, bus.primaryNow() ?? Date.now())
    if (news.kind === 'ask') isWholeWanted = true
  }
  bus.follow((_, news) => noteEnds(news))

  /** Ends streams of those who may not listen: a missed event may have been a ban or a sign-out. */
  async function checkStanding(): Promise<void> {
    if (isAsking || !hub) return
    isAsking = true
    try {
      const listening = held.listening()
      if (listening.length === 0) await primary.hello()
      for (let at = 0; at < listening.length; at += mostOf.standing) {
        for (const ended of await primary.ended(listening.slice(at, at + mostOf.standing))) end(ended)
      }
      answeredAt = monotonicMs()
    } catch (error) {
      log.warn('edge.primary_lost', { problem: error instanceof Error ? error.message : 'unknown' })
      // Without edges at the primary nothing arrives here any more: listeners go back there.
      if (error instanceof RefusedError) hub.end({})
    } finally {
      isAsking = false
    }
  }

  function end({ room, userId, sessionId }: { room: string; userId: string | null; sessionId: string | null }): void {
    if (userId === null || sessionId === null) hub?.end({ room, isGuest: true })
    else hub?.end({ room, userId, sessionId })
  }

  function report(at: string): void {
    if (!line.isUp()) {
      isWholeWanted = true
      line.connect().catch(() => {})
      return
    }
    const told = (list: HeldListeners) => (isWholeWanted ? list.all() : list.changes())
    const entries = [
      ...told(held).map((rooms) => ({ rooms })),
      ...told(along).map((rooms) => ({ rooms: [], along: rooms })),
    ]
    const isDue = monotonicMs() - toldAt >= reportMs
    if (entries.length === 0 && !isDue && !isWholeWanted) return
    const vitals = { at, version, ...held.count(), ...usage(), lagMs: bus.lagMs() }
    for (const [index, reports] of (entries.length === 0 ? [{ rooms: [] }] : entries).entries()) {
      n += 1
      const entry: Up = { edge: id, n, begins: isWholeWanted && index === 0, vitals, ...reports }
      const sent = line.send('XADD', [keys.up, 'MAXLEN', '~', `${mostUp}`, '*', 'e', JSON.stringify(entry)])
      sent.catch(() => {
        isWholeWanted = true
      })
    }
    isWholeWanted = false
    toldAt = monotonicMs()
  }

  let reporting: Timer | undefined
  return {
    bus,
    watch,
    ends,
    start(given, at) {
      hub = given
      following = followStream({
        url: config.redisUrl,
        key: keys.down,
        sinceMs: ticketMs,
        silentMs,
        monotonicMs,
        heard(text) {
          const entry = readEntry(Down, text)
          if (entry) bus.take(entry)
        },
        silent() {
          // Redis or the primary is away: whatever needs no Redis is requested from the primary.
          given.catchUp()
          void checkStanding()
        },
        told: (problem) =>
          problem === undefined ? log.info('edge.redis_back') : log.warn('edge.redis_lost', { problem }),
      })
      void checkStanding()
      reporting = setInterval(() => report(at), beatMs)
    },
    isUp: () => (following?.isUp() ?? false) || monotonicMs() - answeredAt < 4 * silentMs,
    stop() {
      clearInterval(reporting)
      following?.stop()
      line.close()
    },
  }
}
