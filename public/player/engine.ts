import { batch } from '@preact/signals'
import { endFade, fade } from './fade.ts'
import { faultOf, isSame } from './signed.ts'
import { type Start, startSec } from './start.ts'
import {
  access,
  type Cue,
  current,
  duration,
  fault,
  held,
  hookOver,
  index,
  playing,
  queue,
  time,
  trackTime,
  volume,
  waiting,
} from './state.ts'
import { createTransport, type Transport } from './transport.ts'

const mostRenewals = 3
const noteMs = 8000

let transport: Transport | null = null
let renewalsLeft = mostRenewals
/** Counts loads, so that a late answer to an earlier request changes nothing. */
let turn = 0
/** Whether the track plays once it is loaded: a press on Pause may come before. */
let isWanted = false

/** Notes where the sound is now: the audio element reports it four times a second. */
export function noteTime(): void {
  if (transport?.signed && playing.value) time.value = transport.sound.currentTime
}

function stopped(): void {
  noteTime()
  playing.value = false
  waiting.value = false
}

function deck(): Transport {
  if (transport) return transport
  transport = createTransport({
    onPlay() {
      playing.value = true
      held.value = false
      fade(deck().audio)
    },
    onPause() {
      stopped()
      endFade()
    },
    onWaiting(isWaiting) {
      waiting.value = isWaiting
    },
    onLength(seconds) {
      duration.value = seconds
      fade(deck().audio)
    },
    onTime(seconds) {
      time.value = seconds
      // WebKit says that it waits, and not always that it plays again.
      if (deck().audio.readyState > HTMLMediaElement.HAVE_CURRENT_DATA) waiting.value = false
      fade(deck().audio)
      if (seconds > 1) renewalsLeft = mostRenewals
      prepareNext()
    },
    onEnd() {
      if (access.value === 'hook') hookOver.value = current.value
      if (!queue.value[index.value + 1]) return
      setTimeout(() => {
        hookOver.value = null
      }, noteMs)
      void load(index.value + 1)
    },
    onNext({ sound }) {
      const next = queue.value[index.value + 1]
      if (!next || !isSame(sound, next)) {
        // The queue was changed at the last moment.
        void load(next ? index.value + 1 : index.value, { paused: !next })
        return
      }
      batch(() => {
        index.value += 1
        access.value = 'full'
        time.value = deck().sound.currentTime
        duration.value = deck().sound.duration
      })
    },
    onError: () => void recover(),
  })
  return transport
}

const prepareNext = () => {
  if (duration.value > 0) transport?.prepare(queue.value[index.value + 1], duration.value - time.value)
}

/** After a load in full a browser may require a press first (rule: music-goes-on). */
async function run(): Promise<void> {
  try {
    await deck().audio.play()
  } catch (thrown) {
    if (!(thrown instanceof DOMException && thrown.name === 'NotAllowedError')) return
    if (await deck().goBack()) return run()
    playing.value = false
    held.value = true
    const { waitForPress } = await import('./next-press.ts')
    waitForPress(() => {
      deck().unlock()
      if (deck().audio.paused) void run()
    })
  }
}

function jam(thrown: unknown) {
  fault.value = faultOf(thrown)
  playing.value = false
  waiting.value = false
}

/** The URL expired or the connection broke: gets a new URL and goes on from there. */
async function recover(goesOn = playing.value) {
  const mine = turn
  isWanted = goesOn
  const atSec = time.value
  if (renewalsLeft === 0 || !navigator.onLine) return jam(null)
  renewalsLeft -= 1
  try {
    const { audio, signed } = deck()
    if (signed && audio.error?.code === MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED) {
      const { mustPassOver } = await import('./pass-over.ts')
      if (await mustPassOver(audio, signed.url)) {
        if (mine === turn) next()
        return
      }
    }
    await deck().renew(atSec)
    if (mine === turn && isWanted) await run()
  } catch (thrown) {
    if (mine === turn) jam(thrown)
  }
}

/** Loads the queue's track at `place` and plays it. */
export async function load(place: number, start: Start = {}): Promise<void> {
  const cue = queue.value[place]
  if (!cue) return
  turn += 1
  const mine = turn
  isWanted = !start.paused
  endFade()
  batch(() => {
    index.value = place
    time.value = start.heardSec ?? 0
    duration.value = 0
    fault.value = null
    held.value = false
    waiting.value = true
  })
  try {
    let atSec = 0
    const signed = await deck().put(cue, (had) => {
      atSec = startSec(cue, start, had)
      return atSec
    })
    if (mine !== turn) return
    const known = deck().sound.duration
    batch(() => {
      access.value = signed.access
      time.value = atSec
      waiting.value = false
      if (Number.isFinite(known)) duration.value = known
    })
    if (isWanted) await run()
  } catch (thrown) {
    if (mine === turn) jam(thrown)
  }
}

/** A track that is loaded already is paused or resumed. */
export function play(list: readonly Cue[], place: number, start: Start = {}): void {
  const cue = list[place]
  if (!cue) return
  hookOver.value = null
  if (isSame(current.value, cue) && start.trackSec === undefined) toggle()
  else {
    queue.value = list
    void load(place, start)
  }
}

/** Pauses or resumes; after an error, retries. */
export function toggle(): void {
  if (!current.value) return
  const { audio, signed } = deck()
  hookOver.value = null
  if (fault.value) void retry()
  else if (playing.value || !audio.paused) pause()
  else if (!signed) void load(index.value, { heardSec: time.value })
  else if (deck().mustRenewFor(deck().sound.currentTime)) void recover(true)
  else void run()
}

export function pause(): void {
  isWanted = false
  if (!current.value || (deck().audio.paused && !playing.value)) return
  deck().audio.pause()
  // Its event comes later: a page that is left at once would go on playing on the next one.
  stopped()
}

export const resume = () => void (current.value && deck().audio.paused && toggle())

/** The speed of playback: 1 is that of the recording. A new track begins with that. */
export function setRate(rate: number): void {
  if (transport && transport.audio.playbackRate !== rate) transport.audio.playbackRate = rate
}

/** Returns the present second of the whole track; `trackTime` is as of the last report. */
export function heardNow(): number {
  const heard = transport?.sound.currentTime ?? 0
  return access.value === 'hook' ? heard + (current.value?.hookStartSec ?? 0) : heard
}

/** Retries after an error, from the same position. */
export function retry(): Promise<void> {
  renewalsLeft = mostRenewals
  return load(index.value, { heardSec: time.value })
}

/**
 * The listener has collected this tape: a playing hook continues as the whole track, from the same
 * position, and so does a track that was heard by a guest's link.
 */
export function hearAll(handle: string): void {
  transport?.uncue()
  hookOver.value = null
  const isByLink = current.value?.path !== undefined
  if (current.value?.handle !== handle || (access.value === 'full' && !isByLink)) return
  goOnWith(queue.value.map(({ path: _, ...cue }) => cue))
}

/** A guest's link gives these tracks: a hook of one of them continues as the whole track. */
export function hearByLink(cues: readonly Cue[]): void {
  const isHeard = cues.some(({ id }) => id === current.value?.id)
  if (isHeard && access.value === 'hook' && current.value?.path === undefined) goOnWith(cues)
}

/** Puts a list in place of the queue, and goes on with the same track at the same second. */
function goOnWith(list: readonly Cue[]): void {
  noteTime()
  const place = list.findIndex(({ id }) => id === current.value?.id)
  const start = { trackSec: trackTime.value, paused: !playing.value && !waiting.value }
  queue.value = list
  void load(place, start)
}

/** Seeks to a second of the audible part; an expired URL is renewed first. */
export function seek(heardSec: number): void {
  if (!current.value || !Number.isFinite(duration.value || heardSec)) return
  const to = Math.max(0, Math.min(heardSec, Math.max(0, (duration.value || heardSec) - 0.05)))
  time.value = to
  if (!deck().signed) return
  if (deck().mustRenewFor(to)) void recover()
  else {
    deck().sound.currentTime = to
    fade(deck().audio)
  }
}

/** Seeks to a second of the whole track; in hook mode, to the nearest audible one. */
export const seekTrack = (trackSec: number) =>
  seek(access.value === 'hook' ? trackSec - (current.value?.hookStartSec ?? 0) : trackSec)

export const next = () => void load(index.value + 1)
/** Goes back to the start of the track, or from there to the previous one. */
export const previous = () => (time.value > 3 || index.value === 0 ? seek(0) : void load(index.value - 1))

export function setVolume(level: number): void {
  volume.value = level
  if (transport) fade(transport.audio)
}

export function eject(): void {
  turn += 1
  transport?.stop()
  batch(() => {
    queue.value = []
    index.value = -1
    playing.value = false
    held.value = false
    time.value = 0
    fault.value = null
    hookOver.value = null
  })
}
