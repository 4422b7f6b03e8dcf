import { effect, type Signal, signal } from '@preact/signals'
import { heardNow, load, pause, resume, seekTrack, setRate } from './engine.ts'
import { access, type Cue, current, duration, fault, index, playing, queue, waiting } from './state.ts'

/** Where the leader was, and when this browser heard it (`performance.now()`). */
export type Led = { trackId: string; atSec: number; isPlaying: boolean; heardAtMs: number }

export type Along = 'off' | 'on' | 'outside'

const lookEveryMs = 250
/**
 * Smaller differences are nobody's; up to the last one the speed makes up for, beyond it one jump.
 * Where sound has just begun a jump is not heard, and spares what loading it took.
 */
const fineSec = 0.03
const startSec = 0.12
const coarseSec = 0.6
const mostBend = 0.05
const edgeSec = 0.3
/**
 * A slow device may need this long to begin to play. Only a player that is silent later was paused
 * by the listener.
 */
const orderMs = 2000

/** Returns where the leader is now, if they went on since. */
export const ledSec = ({ atSec, isPlaying, heardAtMs }: Led, nowMs: number): number =>
  isPlaying ? atSec + (nowMs - heardAtMs) / 1000 : atSec

/** Makes up at most a twentieth of a second each second. */
export const rateFor = (lateSec: number): number =>
  Math.abs(lateSec) <= fineSec ? 1 : 1 + Math.max(-mostBend, Math.min(mostBend, lateSec / 2))

/**
 * Follows a leader with this page's player until `stop` is called, the leader is gone, or the
 * listener takes the player into their own hands. Must begin with a press: browsers play nothing
 * else.
 */
export function listenAlong(
  cuesOf: () => readonly Cue[],
  led: Signal<Led | null>,
): { state: Signal<Along>; stop(): void } {
  const state = signal<Along>('on')
  /** The last order of this follower to the player: anything else is the listener’s own doing. */
  let told: { trackId: string; isPlaying: boolean; atMs: number } | null = null
  let isLoading = false
  /** A larger difference is jumped over. */
  let jumpSec = coarseSec

  const stop = () => {
    clearInterval(looking)
    endEffect()
    setRate(1)
    state.value = 'off'
  }
  const begin = async (position: Led, place: number) => {
    isLoading = true
    told = { trackId: position.trackId, isPlaying: position.isPlaying, atMs: performance.now() }
    queue.value = cuesOf()
    await load(place, { trackSec: ledSec(position, performance.now()), paused: !position.isPlaying })
    isLoading = false
    jumpSec = startSec
  }
  const isTakenOver = (position: Led) => {
    if (!told || told.trackId !== position.trackId) return false
    if (current.value?.id !== told.trackId) return queue.value[index.value - 1]?.id !== told.trackId
    if (performance.now() - told.atMs < orderMs) return false
    return told.isPlaying && !playing.value && !waiting.value && fault.value === null && !hasEnded()
  }
  /** A track that this listener does not have is silence until the next one. */
  const waitOutside = ({ trackId }: Led) => {
    if (told?.trackId === trackId) return
    told = { trackId, isPlaying: false, atMs: performance.now() }
    state.value = 'outside'
    pause()
  }
  const look = () => {
    const position = led.value
    if (position === null) return stop()
    if (isLoading) return
    const cues = cuesOf()
    const place = cues.findIndex(({ id }) => id === position.trackId)
    if (place < 0) return waitOutside(position)
    if (isTakenOver(position)) return stop()
    if (current.value?.id !== position.trackId) return void begin(position, place)
    const wantedSec = ledSec(position, performance.now())
    const isOutside = access.value === 'hook' && !isInHook(cues[place], wantedSec)
    state.value = isOutside ? 'outside' : 'on'
    const runs = position.isPlaying && !isOutside
    if (runs !== told?.isPlaying || told.trackId !== position.trackId) {
      told = { trackId: position.trackId, isPlaying: runs, atMs: performance.now() }
      seekTrack(wantedSec)
      if (runs) resume()
      else pause()
      jumpSec = startSec
      return
    }
    if (!runs || waiting.value) return
    const lateSec = wantedSec - heardNow()
    const mustJump = Math.abs(lateSec) > jumpSec
    jumpSec = coarseSec
    if (mustJump) seekTrack(wantedSec)
    setRate(mustJump ? 1 : rateFor(lateSec))
  }
  const looking = setInterval(look, lookEveryMs)
  const endEffect = effect(() => {
    if (led.value !== null) queueMicrotask(look)
  })
  return { state, stop }
}

const hasEnded = () => duration.value > 0 && duration.value - heardNow() < edgeSec

const isInHook = (cue: Cue | undefined, trackSec: number) =>
  cue !== undefined &&
  trackSec >= cue.hookStartSec &&
  (duration.value === 0 || trackSec < cue.hookStartSec + duration.value - edgeSec)
