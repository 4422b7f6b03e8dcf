import { signal } from '@preact/signals'
import { browserStore } from '../lib/store.ts'
import { next, previous, seek, toggle } from './engine.ts'
import { current, time } from './state.ts'

const stored = 'tapedeck.keys'

/** Whether single-key shortcuts control the deck; the listener may switch them off (WCAG 2.1.4). */
export const keysOn = signal(true)

const acts: Record<string, () => void> = {
  ' ': toggle,
  k: toggle,
  j: () => seek(time.value - 10),
  l: () => seek(time.value + 10),
  n: next,
  p: previous,
}

export const writes = 'input:not([type=range],[type=checkbox]),textarea,select,[contenteditable]'
const spaceIsTaken = 'input,button,a,summary,audio,[role=slider]'

export function listenForKeys(): void {
  keysOn.value = browserStore.read(stored) !== 'off'
  keysOn.subscribe((on) => browserStore.write(stored, on ? null : 'off'))
  document.addEventListener('keydown', (event) => {
    const act = acts[event.key.toLowerCase()]
    if (!act || !keysOn.value || !current.value || event.defaultPrevented) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const { target } = event
    if (target instanceof Element && target.closest(event.key === ' ' ? `${writes},${spaceIsTaken}` : writes)) return
    event.preventDefault()
    act()
  })
}
