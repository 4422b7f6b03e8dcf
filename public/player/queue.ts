import { play } from './engine.ts'
import { type Cue, current, index, queue } from './state.ts'

/** Appends a track to what will be played; an empty deck starts with it. */
export function enqueue(cue: Cue): void {
  if (current.value) queue.value = [...queue.value, cue]
  else play([cue], 0)
}

/** Takes the track at `place` out of the queue; the one on the deck stays. */
export function dequeue(place: number): void {
  if (place === index.value) return
  queue.value = queue.value.filter((_, each) => each !== place)
  if (place < index.value) index.value -= 1
}
