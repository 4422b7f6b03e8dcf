import { batch } from '@preact/signals'
import { ownJson } from '../lib/own-json.ts'
import { browserStore, tabStore } from '../lib/store.ts'
import { eject, load, noteTime } from './engine.ts'
import { access, type Cue, current, duration, held, index, playing, queue, time, volume } from './state.ts'

const deckKey = 'tapedeck.deck'
const volumeKey = 'tapedeck.volume'

type Stored = {
  queue: Cue[]
  index: number
  time: number
  duration: number
  access: typeof access.value
  wasPlaying: boolean
}

function read(): Stored | null {
  try {
    return ownJson(tabStore.read(deckKey) ?? 'null')
  } catch {
    return null
  }
}

function write(): void {
  const stored: Stored = {
    queue: [...queue.value],
    index: index.value,
    time: time.value,
    duration: duration.value,
    access: access.value,
    wasPlaying: playing.value || held.value,
  }
  // A guest's secret link is kept nowhere but in its page (rule: secret-link).
  const isSecret = stored.queue.some(({ path }) => path)
  tabStore.write(deckKey, current.value && !isSecret ? JSON.stringify(stored) : null)
}

function goOn(stored: Stored | null): void {
  if (!stored?.queue[stored.index]) return
  batch(() => {
    queue.value = stored.queue
    index.value = stored.index
    time.value = stored.time
    access.value = stored.access
  })
  if (stored.wasPlaying) void load(stored.index, { heardSec: stored.time })
  // Until the sound is here, or for good when nothing comes of it.
  duration.value = stored.duration
}

/** Also stores the position for the next load. */
export function resumePlayback(): void {
  volume.value = Number(browserStore.read(volumeKey) ?? 1)
  volume.subscribe((level) => browserStore.write(volumeKey, level === 1 ? null : String(level)))
  goOn(read())
  addEventListener('pagehide', () => {
    noteTime()
    write()
  })
  // A page that the browser had put aside is silent, and the tab has played something else since.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    const stored = read()
    eject()
    goOn(stored)
  })
  for (const mark of [queue, index, playing]) mark.subscribe(write)
}
