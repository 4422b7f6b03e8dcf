import { type Bus, type BusPlace, isNext } from '../../lib/turn/bus.ts'
import { createAlong } from './along.ts'
import type { Member, ReadPast, RoomNews, StreamEnd } from './event.ts'
import { createFanOut } from './fan-out.ts'
import { createLiveRoom, type LiveRoom, type Pace } from './live-room.ts'

/**
 * The open streams of all rooms. It knows no database: the opener of a stream supplies the past of
 * a room, and the bus supplies new events.
 */
export type Hub = {
  /** Prepares a room whose past is in another process. Rejects when that cannot be read. */
  open(room: string, past: ReadPast): Promise<void>
  /** Opens a stream of a room that continues after an event, or begins at the present. */
  join(room: string, listener: NewListener): ReadableStream<Uint8Array>
  listenersIn(room: string): number
  isIn(room: string, userId: string): boolean
  /** The number of those in a room who listen along, without an account: its leader. */
  alongIn(room: string, leaderId: string): number
  /** Makes all rooms read what they missed. */
  catchUp(): void
  end(which: StreamEnd): void
  sessions(): Set<string>
  /** Sends to all what keeps their connections open. Called every 20 s. */
  beat(): void
  /** Ends all streams. Their clients reconnect within seconds, spread the more there are. */
  stop(): void
}

export type NewListener = {
  member: Member | null
  /** Whether they hear what the leader of the room plays. */
  isAlong?: boolean | undefined
  /** The id of the last event that the client had. */
  after: string | null
  /** Reads a room's past: when the first listener comes, and when something was missed. */
  past: ReadPast
  /** Called once, when the stream has ended. */
  left?: () => void
}

type HubOptions = {
  bus: Bus<RoomNews>
  monotonicMs: () => number
  random: (bytes: number) => Uint8Array
  pace?: Pace
  /** Set where other processes have listeners: learns of each stream that begins and ends here. */
  watch?: StreamWatch
  /** The longest time over which a stop spreads reconnecting clients. */
  mostReopenMs?: number
}

export type StreamWatch = {
  came(room: string, member: Member | null, isAlong: boolean): void
  went(room: string, member: Member | null, isAlong: boolean): void
}

const usualPace: Pace = { frameMs: 25, crowdFrameMs: 250, presenceMs: 1_000 }
const beatMs = 20_000
/** An empty room is kept for a while, for listeners that lost their connection for a moment. */
const emptyMs = 30_000
// A restart takes a second at least, and a server opening 1,000 streams in it also serves others.
const reopenMs = { least: 1_000, spread: 500, each: 1, most: 3_000 }
const encoder = new TextEncoder()
const beatBytes = encoder.encode(':\n\n')

export function createHub({ bus, monotonicMs, random, pace = usualPace, watch, mostReopenMs }: HubOptions): Hub {
  const rooms = new Map<string, LiveRoom>()
  const along = createAlong()
  const beatOut = createFanOut()
  let place: BusPlace | undefined
  let beating: Timer | undefined
  let hasStopped = false

  function take(news: RoomNews): void {
    if (news.kind === 'stored') {
      rooms.get(news.room)?.take(news.event)
      return
    }
    if (news.kind === 'passing') {
      rooms.get(news.room)?.pass(news.type, news.json)
      return
    }
    if (news.kind === 'present') {
      rooms.get(news.room)?.tellAll(news.listeners, news.members)
      return
    }
    if (news.kind === 'end') end(news)
  }

  function end(which: StreamEnd): void {
    const named = which.room === undefined ? rooms.values() : [rooms.get(which.room)]
    for (const room of named) room?.endWhere(which)
  }

  function catchUp(): void {
    for (const room of rooms.values()) room.catchUp()
  }

  function roomOf(id: string, past: ReadPast): LiveRoom {
    const known = rooms.get(id)
    if (known) return known
    const room = createLiveRoom({ past, monotonicMs, pace, isPart: watch !== undefined })
    room.opened.catch(() => rooms.delete(id))
    rooms.set(id, room)
    return room
  }

  function dropEmpty(): void {
    for (const [id, room] of rooms) {
      const since = room.emptySince()
      if (since !== undefined && monotonicMs() - since > emptyMs) rooms.delete(id)
    }
    if (rooms.size > 0) return
    clearInterval(beating)
    beating = undefined
  }

  const beat = () => {
    // In slices over all rooms: ten thousand writes at once would delay everybody by a tenth of a
    // second.
    beatOut(
      beatBytes,
      [...rooms.values()].flatMap((room) => room.listeners()),
    )
    dropEmpty()
  }

  const unfollow = bus.follow((at, news) => {
    if (place && !isNext(place, at)) catchUp()
    place = at
    take(news)
  })

  function stop(): void {
    hasStopped = true
    unfollow()
    clearInterval(beating)
    const { least, spread, each } = reopenMs
    const most = mostReopenMs ?? reopenMs.most
    const all = rooms.values().reduce((sum, room) => sum + room.listeners().length, 0)
    const spreadMs = Math.min(most - least, spread + all * each)
    const waitMs = () => least + Math.floor((Buffer.from(random(2)).readUInt16LE() / 65_536) * spreadMs)
    for (const room of rooms.values()) room.endAll(() => encoder.encode(`retry: ${waitMs()}\n\n`))
    rooms.clear()
  }

  return {
    open: (id, past) => roomOf(id, past).opened,
    join(id, { member, isAlong = false, after, past, left }) {
      const room = roomOf(id, past)
      beating ??= setInterval(beat, beatMs)
      beating.unref()
      watch?.came(id, member, isAlong)
      if (isAlong) along.come(id, member)
      const stream = room.join(member, after, () => {
        watch?.went(id, member, isAlong)
        if (isAlong) along.go(id, member)
        left?.()
      })
      // Requests made while the stop began end like all others.
      if (hasStopped) stop()
      return stream
    },
    listenersIn: (id) => rooms.get(id)?.count() ?? 0,
    isIn: (id, userId) => rooms.get(id)?.has(userId) ?? false,
    alongIn: along.countBut,
    sessions() {
      const all = [...rooms.values()].flatMap((room) => room.listeners())
      // The cast of the demo has none.
      return new Set(all.flatMap(({ member }) => member?.sessionId || []))
    },
    catchUp,
    end,
    beat,
    stop,
  }
}
