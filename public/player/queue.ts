import { play } from './engine.ts'
import { type Cue, current, index, queue } from './state.ts'

/** Appends a track to the queue; an empty deck loads it. */
export function enqueue(cue: Cue): void {
  if (current.value) queue.value = [...queue.value, cue]
  else play([cue], 0)
}

/** Removes the track at `place` from the queue; the loaded one stays. */
export function dequeue(place: number): void {
  if (place === index.value) return
  queue.value = queue.value.filter((_, each) => each !== place)
  if (place < index.value) index.value -= 1
}
