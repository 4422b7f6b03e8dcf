import { isSame, type Signed, type Sound, signSound } from '../signed.ts'
import { isWithin } from '../time-ranges.ts'
import { type Batch, mp4Fragment } from './mp4.ts'
import { noteOdd, openPart, type Part, playAlone } from './part.ts'
import { joined } from './sound-file.ts'

/** So much is kept before and after what is heard, of the lightest and of the heaviest sound. */
const aheadSec = 30
const aheadBytes = 8_388_608
const behindSec = 20
/** With less sound ahead than this, a failure is reported; with more, the request is repeated. */
const leastAheadSec = 1.5
const endSec = 1
const roomSec = 60

export type TapeStart = {
  isWanted(): boolean
  fromSec: number
  onNext(signed: Signed): void
  onError(): void
}

/**
 * Lets an audio element play tracks one after another as one stretch of sound, each without what
 * its encoder added (rule: gapless). Throws where the track cannot be played like that.
 */
export async function openTape(audio: HTMLAudioElement, first: Signed, { isWanted, fromSec, ...reports }: TapeStart) {
  let part = await openPart(first)
  if (!isWanted()) {
    part.file.stop()
    throw new Error('no longer wanted')
  }
  let next: Part | null = null
  let wanted: Sound | null = null
  let joining: Promise<boolean> = Promise.resolve(false)
  let isOpening = false
  let isClosed = false
  const source = new MediaSource()
  const address = URL.createObjectURL(source)
  audio.src = address
  await new Promise((open) => source.addEventListener('sourceopen', open, { once: true }))
  URL.revokeObjectURL(address)
  const buffer = source.addSourceBuffer(part.cutter.type)
  let type = part.cutter.type

  let last: Promise<unknown> = Promise.resolve()
  /** One change of the buffer after another. */
  const change = (work: () => void): Promise<void> => {
    const done = last.then(async () => {
      if (isClosed) return
      work()
      if (buffer.updating) await new Promise((end) => buffer.addEventListener('updateend', end, { once: true }))
    })
    last = done.catch(() => {})
    return done
  }
  const bufferedSec = () => (buffer.buffered.length > 0 ? buffer.buffered.end(buffer.buffered.length - 1) : 0)
  const aheadNow = () => bufferedSec() - audio.currentTime
  const isBuffered = (sec: number) => isWithin(buffer.buffered, sec)
  const ticking = new EventTarget()
  const tick = () => new Promise((go) => ticking.addEventListener('tick', go, { once: true }))
  const endFilling = ({ filling, file }: Part) => {
    filling.abort()
    file.stop()
    ticking.dispatchEvent(new Event('tick'))
  }

  /** Begins to append a part, at a sample of its file. */
  const begin = ({ cutter, beginSec }: Part, at: number, fromSec: number) =>
    change(() => {
      if (source.readyState === 'open') buffer.abort()
      if (type !== cutter.type) buffer.changeType(cutter.type)
      type = cutter.type
      buffer.mode = cutter.start ? 'segments' : 'sequence'
      buffer.timestampOffset = beginSec + ((cutter.start ? 0 : at) - cutter.delay) / cutter.rate
      buffer.appendWindowEnd = Number.POSITIVE_INFINITY
      buffer.appendWindowStart = beginSec + fromSec
    })
  const append = async (to: Part, batch: Batch, signal: AbortSignal) => {
    const { cutter } = to
    if (batch.end !== undefined) {
      const endSec = to.beginSec + (batch.end - cutter.delay) / cutter.rate
      to.endSec = endSec
      await change(() => {
        buffer.appendWindowEnd = Math.max(endSec, buffer.appendWindowStart + 0.001)
      })
    }
    const bytes = cutter.start ? mp4Fragment(batch) : joined(batch.frames)
    for (;;) {
      try {
        if (batch.frames.length > 0 && !signal.aborted) await change(() => buffer.appendBuffer(bytes))
        return
      } catch (thrown) {
        // Sound that was heard makes room.
        if (!(thrown instanceof DOMException && thrown.name === 'QuotaExceededError')) throw thrown
        await tick()
      }
    }
  }
  const mostSec = ({ file, lengthSec }: Part) => Math.min(aheadSec, (aheadBytes * lengthSec) / Math.max(1, file.size))

  /** Appends a part from a second of it to its end, as far ahead as there is room. */
  const fill = (to: Part, fromSec: number): Promise<void> => {
    const before = to.filled
    if (before) endFilling(to)
    to.filling = new AbortController()
    const { signal } = to.filling
    Object.assign(to, { endSec: null, isWhole: false })
    const filling = (before ?? Promise.resolve()).then(() => fillFrom(to, fromSec, signal))
    const filled = filling
      .catch(() => {})
      .then(() => {
        if (to.filled === filled) to.filled = null
      })
    to.filled = filled
    return filling
  }
  const fillFrom = async (to: Part, fromSec: number, signal: AbortSignal): Promise<void> => {
    const { cutter } = to
    let hasBegun = false
    let isPlaced = false
    let pauseMs = 500
    while (!signal.aborted) {
      try {
        if (!isPlaced) await cutter.goTo(fromSec * cutter.rate + cutter.delay)
        isPlaced = true
        const batch = await cutter.next()
        if (signal.aborted) return
        if (!batch) {
          to.isWhole = true
          return
        }
        pauseMs = 500
        if (!hasBegun) {
          await begin(to, batch.at, fromSec > 0 ? Math.max(0, fromSec - 0.1) : 0)
          const { start } = cutter
          if (start) await change(() => buffer.appendBuffer(start))
        }
        hasBegun = true
        await append(to, batch, signal)
        while (!signal.aborted && aheadNow() > mostSec(to)) await tick()
      } catch (thrown) {
        if (signal.aborted || isClosed) return
        const isOdd = noteOdd(to.signed.sound, thrown)
        if (isOdd || thrown instanceof DOMException || aheadNow() < leastAheadSec) throw thrown
        await new Promise((go) => setTimeout(go, pauseMs))
        pauseMs = Math.min(8_000, pauseMs * 2)
      }
    }
  }
  const join = () => {
    const { endSec } = part
    if (!next || endSec === null || !part.isWhole || next.isJoined) return
    const follower = next
    follower.isJoined = true
    follower.beginSec = endSec
    void lengthen(follower).catch(() => {})
    fill(follower, 0).then(join, () => {
      if (next === follower) dropNext()
      else if (part === follower && !isClosed) reports.onError()
    })
  }
  const fillNow = (fromSec: number) => {
    const mine = part
    fill(mine, fromSec).then(join, () => {
      if (part === mine && !isClosed) reports.onError()
    })
  }
  const dropNext = () => {
    wanted = null
    const left = next
    next = null
    if (!left) return
    endFilling(left)
    const from = part.endSec
    if (from !== null && left.isJoined) void change(() => buffer.remove(from, Number.POSITIVE_INFINITY)).catch(() => {})
  }
  let seam: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    clearTimeout(seam)
    const now = audio.currentTime
    ticking.dispatchEvent(new Event('tick'))
    if (next && part.endSec !== null && now >= part.endSec && isBuffered(now)) {
      endFilling(part)
      part = next
      next = null
      wanted = null
      reports.onNext(part.signed)
      return
    }
    const leftSec = part.endSec === null ? Number.POSITIVE_INFINITY : part.endSec - now
    if (leftSec < endSec && part.isWhole && !next && !isOpening && source.readyState === 'open') {
      void change(() => source.endOfStream()).catch(() => {})
    } else if (leftSec < endSec) seam = setTimeout(look, (leftSec * 1000) / audio.playbackRate)
    const { buffered } = buffer
    if (buffered.length > 0 && now - buffered.start(0) > behindSec && !buffer.updating) {
      void change(() => buffer.remove(0, now - behindSec / 2)).catch(() => {})
    }
  }
  /** A browser seeks only within what it knows the length of. */
  const lengthen = ({ beginSec, lengthSec }: Part) =>
    change(() => {
      const least = beginSec + lengthSec + roomSec
      if (!(source.duration >= least)) source.duration = least
    })
  // Before an element knows what it plays, browsers lose where it was to begin.
  let placeSec: number | null = null
  const place = (to: number) => {
    placeSec = audio.readyState === HTMLMediaElement.HAVE_NOTHING ? to : null
    if (placeSec === null) audio.currentTime = to
  }
  const begun = () => {
    if (placeSec !== null) place(placeSec)
  }
  const goTo = (sec: number) => {
    const to = part.beginSec + sec
    const isHere = isBuffered(to) && isBuffered(to + 0.01)
    place(to)
    if (isHere) return
    dropNext()
    void change(() => buffer.remove(0, Number.POSITIVE_INFINITY)).catch(() => {})
    fillNow(sec)
  }
  // After the end an element begins anew, at a start of its own.
  const comeBack = () => {
    if (placeSec === null && audio.currentTime < part.beginSec - 0.001) goTo(0)
  }
  const events = ['timeupdate', 'seeked', 'waiting'] as const
  for (const each of events) audio.addEventListener(each, look)
  // A track that failed is played by itself from now on.
  const giveUp = () => playAlone(part.signed.sound)
  audio.addEventListener('error', giveUp)
  audio.addEventListener('seeking', comeBack)
  audio.addEventListener('loadedmetadata', begun)
  await lengthen(part)
  place(part.beginSec + fromSec)
  fillNow(fromSec)

  return {
    get duration() {
      return part.lengthSec
    },
    get currentTime() {
      return Math.max(0, Math.min(part.lengthSec, (placeSec ?? audio.currentTime) - part.beginSec))
    },
    set currentTime(sec: number) {
      goTo(sec)
    },
    /** Lets a track follow, in place of another one; returns whether it can. */
    follow(sound: Sound): Promise<boolean> {
      if (isSame(wanted, sound)) return joining
      dropNext()
      wanted = sound
      isOpening = true
      joining = signSound(sound)
        .then((signed) => (signed.access === 'full' ? openPart(signed) : null))
        .catch(() => null)
        .then((opened) => {
          if (wanted !== sound || isClosed) {
            if (opened) endFilling(opened)
            return false
          }
          isOpening = false
          next = opened
          join()
          return opened !== null
        })
      return joining
    },
    dropNext,
    close() {
      isClosed = true
      clearTimeout(seam)
      for (const each of events) audio.removeEventListener(each, look)
      audio.removeEventListener('error', giveUp)
      audio.removeEventListener('seeking', comeBack)
      audio.removeEventListener('loadedmetadata', begun)
      endFilling(part)
      if (next) endFilling(next)
    },
  }
}

export type Tape = Awaited<ReturnType<typeof openTape>>
