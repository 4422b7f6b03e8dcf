import type { Tape } from './gapless/tape.ts'
import { isFresh, isSame, type Signed, type Sound, signSound } from './signed.ts'
import { isWithin } from './time-ranges.ts'

/** Events of one of the two audio elements; only those of the live one count. */
export type Reports = {
  onPlay(): void
  onPause(): void
  onWaiting(isWaiting: boolean): void
  onLength(seconds: number): void
  onTime(seconds: number): void
  onEnd(): void
  /** The track that was to follow has begun on the same tape. */
  onNext(signed: Signed): void
  onError(): void
}

/** With a tape, tracks follow each other in one element without a gap (rule: gapless). */
export type Side = {
  audio: HTMLAudioElement
  /** The track that it holds, and the one that it is about to hold. */
  signed: Signed | null
  opening: Signed | null
  tape: Tape | null
}

const prepareSec = 8

/** For Safari an element that was loaded in a press, even with nothing, may play without one. */
const unlock = (audio: HTMLAudioElement) => {
  if (!audio.src) audio.load()
}

/** Says and sets where in its track a side is. */
const soundOf = ({ audio, tape }: Side): Pick<HTMLAudioElement, 'currentTime' | 'duration'> => tape ?? audio

/**
 * Two audio elements, like two decks: one plays while the other preloads, so that the next track
 * starts without a gap. Created at first use, since most visitors never play anything.
 */
export function createTransport(reports: Reports) {
  const makeSide = (): Side => {
    const audio = new Audio()
    audio.preload = 'auto'
    unlock(audio)
    const side: Side = { audio, signed: null, opening: null, tape: null }
    const on = (event: keyof HTMLMediaElementEventMap, report: () => void) =>
      audio.addEventListener(event, () => {
        // Without a signed URL the deck is between two tracks: events of the old one no longer
        // count.
        if (side === live && side.signed) report()
      })
    on('play', reports.onPlay)
    on('pause', reports.onPause)
    on('waiting', () => reports.onWaiting(true))
    on('playing', () => reports.onWaiting(false))
    on('durationchange', () => {
      const { duration } = soundOf(side)
      if (Number.isFinite(duration)) reports.onLength(duration)
    })
    on('timeupdate', () => reports.onTime(soundOf(side).currentTime))
    on('ended', reports.onEnd)
    on('error', reports.onError)
    return side
  }
  let live = makeSide()
  let spare = makeSide()
  /** Counts loads, so that a late answer does not replace what was requested after it. */
  let latest = 0

  const empty = (side: Side) => {
    side.tape?.close()
    side.tape = null
  }
  const clear = (side: Side) => {
    empty(side)
    side.signed = null
    side.opening = null
    side.audio.removeAttribute('src')
  }
  const put = async (side: Side, signed: Signed, atSec: number) => {
    const { audio } = side
    empty(side)
    side.signed = null
    side.opening = signed
    // A track that cannot be put on a tape is played as it is.
    const tape =
      signed.access === 'full'
        ? await import('./gapless/join.ts')
            .then(({ joinTape }) => joinTape(side, signed, atSec, { ...reports, isLive: () => side === live }))
            .catch(() => null)
        : null
    if (side.opening !== signed) return tape?.close()
    side.opening = null
    side.signed = signed
    side.tape = tape
    if (tape) return
    audio.src = signed.url
    if (atSec <= 0) return
    audio.currentTime = atSec
    // WebKit may be back at the start once it has looked at the file.
    const again = () => {
      if (!audio.currentTime && side.signed === signed) audio.currentTime = atSec
    }
    audio.addEventListener('seeked', again, { once: true })
  }
  const isCued = (sound: Sound) => isSame((spare.opening ?? spare.signed)?.sound, sound)

  /** A failure is handled only when the track is due. */
  const cue = async (sound: Sound): Promise<void> => {
    if (isCued(sound)) return
    const { tape } = live
    if (await tape?.follow(sound)) return
    if (tape !== live.tape || isCued(sound)) return
    const signed = await signSound(sound).catch(() => null)
    if (signed) await put(spare, signed, 0)
  }

  const isReady = ({ audio }: Side, signed: Signed) =>
    audio.error === null && (isFresh(signed) || audio.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA)

  return {
    get audio() {
      return live.audio
    },
    get signed() {
      return live.signed
    },
    get sound() {
      return soundOf(live)
    },
    /** Loads the track; uses the preloaded element if it holds this track. */
    async put(sound: Sound, startAt: (signed: Signed) => number): Promise<Signed> {
      latest += 1
      const mine = latest
      live.audio.pause()
      const cued = spare.signed
      if (cued && isSame(cued.sound, sound) && isReady(spare, cued)) {
        ;[live, spare] = [spare, live]
        spare.signed = null
        empty(spare)
        soundOf(live).currentTime = startAt(cued)
        return cued
      }
      live.signed = null
      const signed = await signSound(sound)
      if (mine === latest) await put(live, signed, startAt(signed))
      return signed
    },
    /**
     * Gives the track of an element that no press has unlocked to the one before it. Returns
     * whether there was one.
     */
    async goBack(): Promise<boolean> {
      const { signed } = live
      const atSec = soundOf(live).currentTime
      if (!signed || !spare.audio.src) return false
      clear(live)
      ;[live, spare] = [spare, live]
      await put(live, signed, atSec)
      return true
    },
    /** Gets the track ready that is to follow, a few seconds before it is due. */
    prepare(next: Sound | undefined, leftSec: number): void {
      if (!next) live.tape?.dropNext()
      else if (leftSec < prepareSec) void cue(next)
    },
    /** Discards the preloaded track: it was signed for a listener with fewer rights than now. */
    uncue() {
      live.tape?.dropNext()
      clear(spare)
    },
    /** To be called in a press: afterwards both elements may play. */
    unlock() {
      for (const side of [live, spare]) unlock(side.audio)
    },
    /** Loads a new URL for the playing track and continues at `atSec`. */
    async renew(atSec: number): Promise<void> {
      const mine = latest
      if (!live.signed) return
      const signed = await signSound(live.signed.sound)
      if (mine === latest) await put(live, signed, atSec)
    },
    /** Returns whether seeking to `seconds` would use an expired URL. */
    mustRenewFor: (seconds: number) =>
      live.signed !== null && !live.tape && !isFresh(live.signed) && !isWithin(live.audio.buffered, seconds),
    stop() {
      latest += 1
      live.audio.pause()
      for (const side of [live, spare]) clear(side)
    },
  }
}

export type Transport = ReturnType<typeof createTransport>
