import type { ReadPast, RoomPast } from '../hub/event.ts'
import { type Primary, RefusedError } from './ask-primary.ts'

const againMs = { first: 250, most: 5_000 }

type Options = { primary: Primary; random: () => number; isOver: () => boolean }

/**
 * Returns how an edge reads the past of a room. Missed events are requested until the primary
 * answers, since it may just be restarting; a listener who waits for a room to open is refused at
 * once.
 */
export function createPastOf({ primary, random, isOver }: Options): (room: string) => ReadPast {
  async function ask(room: string, from: number): Promise<RoomPast> {
    for (let waitMs = againMs.first; ; waitMs = Math.min(againMs.most, waitMs * 2)) {
      try {
        return await primary.room(room, from)
      } catch (error) {
        if (error instanceof RefusedError || isOver()) throw error
        await Bun.sleep(waitMs * (0.5 + random()))
      }
    }
  }
  return (room) => (from) => (from === undefined ? primary.room(room) : ask(room, from))
}
