import { say } from '../../src/lib/language/say.ts'
import { showToast } from '../lib/toast.ts'
import { play } from './engine.ts'
import { type Cue, current, index, queue } from './state.ts'

/** Appends a track to the queue, once; an empty deck loads it. Returns what it did. */
export function enqueue(cue: Cue): void {
  const place = queue.value.findIndex(({ id }) => id === cue.id)
  if (!current.value) play([cue], 0)
  else if (place === index.value) showToast(say('{title} is playing now.', { title: cue.title }))
  else if (place > index.value) showToast(say('{title} is in the queue already.', { title: cue.title }))
  else {
    queue.value = [...queue.value, cue]
    showToast(say('{title} is added to the queue.', { title: cue.title }))
  }
}

/** Removes the track at `place`, which is not the loaded one, from the queue. */
export function dequeue(place: number): void {
  queue.value = queue.value.filter((_, each) => each !== place)
  if (place < index.value) index.value -= 1
}
