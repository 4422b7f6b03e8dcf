import { effect } from '@preact/signals'
import { toggle } from './engine.ts'
import { playing } from './state.ts'

/** Two tabs never play over one another: the tape that starts last is the one that runs. */
export function playOneAtATime(): void {
  const tabs = new BroadcastChannel('tapedeck.playing')
  tabs.onmessage = () => {
    if (playing.value) toggle()
  }
  effect(() => {
    if (playing.value) tabs.postMessage(null)
  })
}
