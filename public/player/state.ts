import { computed, signal } from '@preact/signals'
import type { ByPart } from '../../src/lib/music/by.ts'

export type Tape = {
  handle: string
  artist: string
  name: string
  hue: number
  chroma: number
  /** Cover for the lock screen; without it the program's own icon is shown. */
  art: string | null
  /** Whether it can be collected here: a tape with a price needs payments. */
  canCollect: boolean
  /** The language that its artist writes in; absent until they say it. */
  writesIn?: string | undefined
}

export type Cue = Tape & {
  id: string
  title: string
  /** Those of its artists who have a page of their own here. */
  people?: readonly Required<ByPart>[] | undefined
  /** Length of the whole track; unknown for a few containers. */
  durationSec: number | null
  /** Where in the track the hook begins, which is second 0 of the hook file. */
  hookStartSec: number
  /** The address of the whole track behind a guest's secret link; absent for everything else. */
  path?: string
}

/** Why the tape has stopped although it should run. */
export type Fault = { kind: 'jammed' | 'offline'; reason: string }

/** The channel on which tabs of the site tell each other that they play. */
export const playingTabs = 'tapedeck.playing'

export const queue = signal<readonly Cue[]>([])
/** Index of the loaded track; -1 when the deck is empty. */
export const index = signal(-1)
/** Whether the tape runs, or will once data has arrived. */
export const playing = signal(false)
export const waiting = signal(false)
/** Whether the browser lets the tape run only once the listener presses something. */
export const held = signal(false)
/** Position in the audible part: the hook's for those not entitled, else the track's. */
export const time = signal(0)
/** Length of the audible part. */
export const duration = signal(0)
export const access = signal<'hook' | 'full'>('hook')
export const fault = signal<Fault | null>(null)
/** The tape whose hook has just ended, so that the listener learns how to hear the rest. */
export const hookOver = signal<Tape | null>(null)
export const volume = signal(1)

/** The tracks of the current page; its large play button starts them. */
export const offered = signal<readonly Cue[]>([])

export const current = computed(() => queue.value[index.value] ?? null)

/** Position in the whole track, in seconds, hook or not. */
export const trackTime = computed(() => {
  const cue = current.value
  return cue && access.value === 'hook' ? cue.hookStartSec + time.value : time.value
})

/** Safari plays Opus in Ogg from 18.4 on. */
export const playsLight = (): boolean => new Audio().canPlayType('audio/ogg; codecs=opus') !== ''
