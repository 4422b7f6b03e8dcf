import { effect } from '@preact/signals'
import { say } from '../../src/lib/language/say.ts'
import { keepToast } from '../lib/toast.ts'
import { held, playingTabs } from './state.ts'

const controls = 'a,button,input,select,textarea,label,summary,[role=slider]'

/** Whether the press comes again as a click, which its control hears first: it may itself play. */
const isHalf = (event: Event) =>
  (event instanceof KeyboardEvent ? event.key === 'Enter' || event.key === ' ' : event.type === 'touchend') &&
  event.target instanceof Element &&
  event.target.closest(controls) !== null

let isWaiting = false

/** Says that the music goes on at the next press anywhere, and lets it. */
export function waitForPress(goOn: () => void): void {
  if (isWaiting || !held.value) return
  isWaiting = true
  const toast = keepToast(say('Press anywhere and the music goes on.'))
  const told = toast?.textContent
  const over = new AbortController()
  const press = (event: Event) => {
    if (!isHalf(event)) goOn()
  }
  // Of what was pressed beside a control, a phone tells no click.
  for (const kind of ['click', 'keydown', 'touchend']) addEventListener(kind, press, { signal: over.signal })
  const otherTab = new BroadcastChannel(playingTabs)
  otherTab.onmessage = () => {
    held.value = false
  }
  const stop = effect(() => {
    if (held.value) return
    over.abort()
    otherTab.close()
    isWaiting = false
    if (toast?.textContent === told) toast?.replaceChildren()
    queueMicrotask(() => stop())
  })
}
