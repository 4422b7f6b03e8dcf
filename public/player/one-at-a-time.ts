import { effect } from '@preact/signals'
import { toggle } from './engine.ts'
import { playing, playingTabs } from './state.ts'

/** Pauses this tab when another one starts to play, so that two tabs never play at once. */
export function playOneAtATime(): void {
  const tabs = new BroadcastChannel(playingTabs)
  tabs.onmessage = () => {
    if (playing.value) toggle()
  }
  effect(() => {
    if (playing.value) tabs.postMessage(null)
  })
}
