import type { ReadPast, RoomEvent, RoomPast } from './event.ts'

/** How a room handles events while it reads its past: they are held until it has read. */
export type CatchUp = {
  /** Reads the events missed since one; while a reading runs, another one follows it. */
  read(from?: number): void
  /** Keeps an event for after the reading; false while none runs. */
  hold(event: RoomEvent): boolean
}

type CatchUpOptions = {
  past: ReadPast
  took(past: RoomPast): void
  take(event: RoomEvent): void
  failed(thrown: unknown): void
}

/** More events are not worth holding: the missing ones are then read again. */
const mostHeld = 1_000

/** Reads the past of a room: of this process at once, of another one when it answers. */
export function createCatchUp({ past, took, take, failed }: CatchUpOptions): CatchUp {
  let isReading = false
  let isWantedAgain = false
  let held: RoomEvent[] = []

  function read(from?: number): void {
    if (isReading) {
      isWantedAgain = true
      return
    }
    const answer = past(from)
    if (!(answer instanceof Promise)) {
      took(answer)
      return
    }
    isReading = true
    answer.then(
      (past) => {
        isReading = false
        took(past)
        for (const event of held.splice(0)) take(event)
        if (!isWantedAgain) return
        isWantedAgain = false
        read(from)
      },
      (thrown: unknown) => {
        isReading = false
        isWantedAgain = false
        held = []
        failed(thrown)
      },
    )
  }
  return {
    read,
    hold(event) {
      if (isReading && held.length < mostHeld) held.push(event)
      else isWantedAgain ||= isReading
      return isReading
    },
  }
}

/**
 * Returns whether the reading continues from a room's last event. If not, it lacks more than is
 * kept, or has events that a restored older database does not know.
 */
export function goesOn({ events }: RoomPast, lastId: number, kept: number): boolean {
  if (lastId === 0) return events.length < kept
  return events.some(({ id }) => id === lastId)
}
