import { showToast } from '../lib/toast.ts'
import { play } from './engine.ts'
import { type Cue, current, index, queue } from './state.ts'

/** Appends a track to the queue, once; an empty deck loads it. Returns what it did. */
export function enqueue(cue: Cue): void {
  const place = queue.value.findIndex(({ id }) => id === cue.id)
  if (!current.value) play([cue], 0)
  else if (place === index.value) showToast(`${cue.title} is playing now.`)
  else if (place > index.value) showToast(`${cue.title} is in the queue already.`)
  else {
    queue.value = [...queue.value, cue]
    showToast(`${cue.title} is added to the queue.`)
  }
}

/** Removes the track at `place` from the queue; the loaded one stays. */
export function dequeue(place: number): void {
  if (place === index.value) return
  queue.value = queue.value.filter((_, each) => each !== place)
  if (place < index.value) index.value -= 1
}
