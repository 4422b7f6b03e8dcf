import { computed, effect } from '@preact/signals'
import { painted } from '../lib/painted.ts'
import { current, duration, playing, time, waiting } from './state.ts'

/** Each step moves the edge of the tape by about a tenth of a pixel, and draws the cassette. */
const steps = 50

const wound = computed(() => {
  const part = duration.value ? Math.min(1, time.value / duration.value) : 0
  return String(Math.round(part * steps) / steps)
})

function mark(): void {
  const turns = playing.value && !waiting.value
  for (const tape of document.querySelectorAll<SVGElement>('[data-tape]')) {
    const isLoaded = tape.dataset.tape === current.value?.handle
    // A paused reel keeps its angle. Reels of other cassettes are not animated: each takes memory.
    tape.classList.toggle('loaded', isLoaded)
    tape.classList.toggle('turning', turns && isLoaded)
    if (isLoaded) tape.style.setProperty('--wound', wound.peek())
  }
}

/** Turns and winds the reels of all drawings of the loaded tape; again after a page change. */
export function turnReels(): void {
  effect(() => {
    mark()
    // The player is drawn a frame after it has a tape.
    void painted().then(mark)
  })
  effect(() => {
    const part = wound.value
    for (const tape of document.querySelectorAll<SVGElement>('.cassette.loaded')) {
      tape.style.setProperty('--wound', part)
    }
  })
  document.addEventListener('tapedeck:page', mark)
}
