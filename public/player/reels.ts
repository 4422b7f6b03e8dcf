import { computed, effect } from '@preact/signals'
import { current, duration, playing, time, waiting } from './state.ts'

/** How much of the tape is on the right reel, in visible steps. */
const wound = computed(() => (duration.value ? Math.min(1, time.value / duration.value) : 0).toFixed(2))

/** Turns and winds the reels of all drawings of the playing tape; again after a page change. */
export function turnReels(): void {
  const now = () => {
    const turns = playing.value && !waiting.value
    for (const tape of document.querySelectorAll<SVGElement>('[data-tape]')) {
      tape.classList.toggle('turning', turns && tape.dataset.tape === current.value?.handle)
    }
  }
  effect(now)
  effect(() => {
    for (const tape of document.querySelectorAll<SVGElement>('.turning')) {
      tape.style.setProperty('--wound', wound.value)
    }
  })
  document.addEventListener('tapedeck:page', now)
}
