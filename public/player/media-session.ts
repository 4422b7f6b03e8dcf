import { computed, effect } from '@preact/signals'
import { next, previous, seek, toggle } from './engine.ts'
import { current, duration, playing, time } from './state.ts'

const handlers: [MediaSessionAction, MediaSessionActionHandler][] = [
  ['play', toggle],
  ['pause', toggle],
  ['nexttrack', next],
  ['previoustrack', previous],
  ['seekto', ({ seekTime }) => seek(seekTime ?? 0)],
  ['seekforward', () => seek(time.value + 10)],
  ['seekbackward', () => seek(time.value - 10)],
]

const wholeSecond = computed(() => Math.floor(time.value))

/** Shows the playing track on lock screen, headset and keyboard, and handles their buttons. */
export function joinMediaSession(): void {
  if (!('mediaSession' in navigator)) return
  const session = navigator.mediaSession
  for (const [action, handler] of handlers) {
    try {
      session.setActionHandler(action, handler)
    } catch {
      // An older browser does not know every action; the others still work.
    }
  }
  effect(() => {
    const cue = current.value
    if (!cue) session.metadata = null
    else {
      const artwork = [{ src: new URL(cue.art ?? '/favicon.ico', location.href).href }]
      session.metadata = new MediaMetadata({ title: cue.title, artist: cue.artist, album: cue.name, artwork })
    }
  })
  effect(() => {
    if (!current.value) session.playbackState = 'none'
    else session.playbackState = playing.value ? 'playing' : 'paused'
  })
  effect(() => {
    const position = Math.min(wholeSecond.value, duration.value)
    if (duration.value) session.setPositionState({ duration: duration.value, position })
  })
}
