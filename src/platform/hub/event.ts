export type Person = { readonly handle: string; readonly displayName: string; readonly pfp: string }

/** A signed-in listener. Guests have none of this. */
export type Member = { readonly userId: string; readonly sessionId: string; readonly person: Person }

/** A replayed event of a room: its id, its JSON as sent, and the comment that it is about. */
export type RoomEvent = {
  readonly id: number
  readonly type: 'comment' | 'activity' | 'tip' | 'remove'
  readonly json: string
  readonly commentId: string | null
}

/** Both lists are oldest first. */
export type RoomPast = { readonly events: readonly RoomEvent[]; readonly recent: readonly RoomEvent[] }

/** Reads a room's past, with a known id from that event on; a promise if another process has it. */
export type ReadPast = (from?: number) => RoomPast | Promise<RoomPast>

/** Streams to end: of a room, account, session or of guests; of several, those that fit all. */
export type StreamEnd = {
  readonly room?: string
  readonly userId?: string
  readonly sessionId?: string
  readonly isGuest?: boolean
}

export type PassingType = 'drop' | 'position'

/**
 * News for a hub: a stored event, a passing one that is never replayed, the end of streams, or,
 * where the listeners of a room are spread over several processes, all of them. `ask` requests each
 * one's listeners, `beat` is a sign of life.
 */
export type RoomNews =
  | { readonly kind: 'stored'; readonly room: string; readonly event: RoomEvent }
  | { readonly kind: 'passing'; readonly room: string; readonly type: PassingType; readonly json: string }
  | ({ readonly kind: 'end' } & StreamEnd)
  | { readonly kind: 'present'; readonly room: string; readonly listeners: number; readonly members: readonly Person[] }
  | { readonly kind: 'ask' | 'beat' }

export const replayedEvents = 500

/** Events kept: a listener who missed as many as are replayed names the one before them. */
export const keptEvents = replayedEvents + 1

export const recentComments = 50

/** JSON has no newlines, so that no text can start a line of the stream. */
export const eventText = (type: string, json: string, id?: number): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${type}\ndata: ${json}\n\n`

/** Tells a listener that its state cannot go on; the empty id makes EventSource forget its last. */
export const resetText = 'id:\nevent: reset\ndata: {}\n\n'

/** Returns the replacement of a removed comment in every replay. */
export const removal = (id: number, commentId: string): RoomEvent => ({
  id,
  type: 'remove',
  json: JSON.stringify({ commentId }),
  commentId,
})
