import { eventText, keptEvents, type RoomEvent, type RoomPast, recentComments, removal } from './event.ts'

export type Ring = {
  /** The id of the last event; 0 when there is none. */
  lastId(): number
  add(event: RoomEvent): void
  /** Whether the room has an event with this id that is still kept. */
  has(id: number): boolean
  /** A number that changes when a kept event is removed. */
  changes(): number
  /** The events after one id, up to another, as they are sent. */
  between(after: number, until: number): string
  /** The newest comments up to an event, oldest first, as JSON. */
  recent(until: number): string
}

/** Creates the ring of a room. A removed comment's text leaves it at once. */
export function createRing(past: RoomPast): Ring {
  let events = [...past.events]
  let recent = [...past.recent]
  let removals = 0

  const forget = (commentId: string) => {
    removals += 1
    recent = recent.filter((each) => each.commentId !== commentId)
    events = events.map((each) =>
      each.type === 'comment' && each.commentId === commentId ? removal(each.id, commentId) : each,
    )
  }
  return {
    lastId: () => events.at(-1)?.id ?? 0,
    add(event) {
      if (event.type === 'remove' && event.commentId !== null) forget(event.commentId)
      events.push(event)
      if (events.length > keptEvents * 2) events = events.slice(-keptEvents)
      if (event.type === 'comment') recent = [...recent, event].slice(-recentComments)
    },
    has: (id) => events.slice(-keptEvents).some((event) => event.id === id),
    changes: () => removals,
    between: (after, until) =>
      events
        .filter(({ id }) => id > after && id <= until)
        .map(({ id, type, json }) => eventText(type, json, id))
        .join(''),
    recent: (until) => `[${recent.filter(({ id }) => id <= until).map(({ json }) => json)}]`,
  }
}
