import type { Signal } from '@preact/signals'
import type { Trouble } from './trouble.ts'

/** Several presses of one key are one move, saved when no key was pressed for this long. */
const restMs = 300

type Pending = { id: string; position: number; timer: ReturnType<typeof setTimeout> }

type MovesOptions<Track> = {
  tracks: Signal<readonly Track[]>
  keep: (id: string, position: number) => Promise<Trouble | null>
  onTrouble: (trouble: Trouble) => void
}

/** The list moves at once; the positions are saved one after another. */
export function createMoves<Track extends { id: string }>({ tracks, keep, onTrouble }: MovesOptions<Track>) {
  let pending: Pending | null = null
  let unkept = 0
  let line: Promise<void> = Promise.resolve()

  const flush = () => {
    if (pending === null) return
    const { id, position, timer } = pending
    clearTimeout(timer)
    pending = null
    unkept += 1
    line = line.then(async () => {
      const trouble = await keep(id, position)
      unkept -= 1
      if (trouble) onTrouble(trouble)
    })
  }

  return {
    /** Whether the list here is ahead of the server's. */
    isPending: () => pending !== null || unkept > 0,
    move(id: string, place: number): void {
      const track = tracks.value.find((each) => each.id === id)
      if (!track) return
      const others = tracks.value.filter((each) => each.id !== id)
      others.splice(place, 0, track)
      tracks.value = others
      if (pending?.id === id) clearTimeout(pending.timer)
      else flush()
      pending = { id, position: place + 1, timer: setTimeout(flush, restMs) }
    },
  }
}
