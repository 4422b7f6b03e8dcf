/** Somebody as listeners see them. */
export type Person = { readonly handle: string; readonly displayName: string; readonly pfp: string }

/** A signed-in listener. Guests have none of this. */
export type Member = { readonly userId: string; readonly sessionId: string; readonly person: Person }

/**
 * What happens in a room and is replayed: its id, its JSON as it is sent, and the comment that it
 * is about.
 */
export type RoomEvent = {
  readonly id: number
  readonly type: 'comment' | 'activity' | 'tip' | 'remove'
  readonly json: string
  readonly commentId: string | null
}

/**
 * What a room was before its first listener came: its last events and its newest comments, oldest
 * first.
 */
export type RoomPast = { readonly events: readonly RoomEvent[]; readonly recent: readonly RoomEvent[] }

/**
 * Reads what a room was, or, with an id, what it was from that event on if it knows it: at once, or
 * of another process.
 */
export type ReadPast = (from?: number) => RoomPast | Promise<RoomPast>

/**
 * Which streams end: those of a room, of an account, of a session, of guests, or what several of
 * these have in common.
 */
export type StreamEnd = {
  readonly room?: string
  readonly userId?: string
  readonly sessionId?: string
  readonly isGuest?: boolean
}

/**
 * What a hub hears: an event that is stored, one that passes and is never replayed, that streams
 * end, or, where the listeners of a room are spread over several processes, who all of them are.
 * `ask` asks those for whom they hold, `beat` is a sign of life.
 */
export type RoomNews =
  | { readonly kind: 'stored'; readonly room: string; readonly event: RoomEvent }
  | { readonly kind: 'passing'; readonly room: string; readonly type: 'drop'; readonly json: string }
  | ({ readonly kind: 'end' } & StreamEnd)
  | { readonly kind: 'present'; readonly room: string; readonly listeners: number; readonly members: readonly Person[] }
  | { readonly kind: 'ask' | 'beat' }

/** How many events of a room are replayed. */
export const replayedEvents = 500

/**
 * How many are kept for that: who missed as many as are replayed says which one they had before.
 */
export const keptEvents = replayedEvents + 1

/** How many comments a new listener is given. */
export const recentComments = 50

/**
 * Returns an event as it is sent. JSON has no line ends, so that no text can begin a line of the
 * stream.
 */
export const eventText = (type: string, json: string, id?: number): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${type}\ndata: ${json}\n\n`

/**
 * Says that what the listener has cannot be continued. Its empty id makes an EventSource forget its
 * last one.
 */
export const resetText = 'id:\nevent: reset\ndata: {}\n\n'

/** Returns what takes the place of a removed comment in every replay. */
export const removal = (id: number, commentId: string): RoomEvent => ({
  id,
  type: 'remove',
  json: JSON.stringify({ commentId }),
  commentId,
})
