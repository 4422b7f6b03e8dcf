import { computed, signal } from '@preact/signals'

/** The world a track belongs to, as the deck shows it. */
export type Tape = {
  handle: string
  artist: string
  name: string
  hue: number
  chroma: number
  /** Cover for the lock screen; none shows the program's own icon. */
  art: string | null
  /** Whether it can be collected here: a tape with a price cannot where no payments are taken. */
  canCollect: boolean
}

/** One track in the queue. */
export type Cue = Tape & {
  id: string
  title: string
  /** Length of the whole track; unknown for a few containers. */
  durationSec: number | null
  /** Where in the track the hook begins: second 0 of the hook file. */
  hookStartSec: number
}

/** Why the tape stands still although it should run. */
export type Fault = { kind: 'jammed' | 'offline'; reason: string }

/** The tracks to be played, in their order. */
export const queue = signal<readonly Cue[]>([])
/** Which of them is in the deck; -1 when it is empty. */
export const index = signal(-1)
/** Whether the tape runs, or shall. */
export const playing = signal(false)
/** Data is being waited for: the reels stand still meanwhile. */
export const waiting = signal(false)
/** Position in what can be heard: of the hook file for those who own no more, else of the track. */
export const time = signal(0)
/** Length of what can be heard. */
export const duration = signal(0)
/** Whether the hook or the whole track is in the deck. */
export const access = signal<'hook' | 'full'>('hook')
/** What keeps the tape from running, if anything does. */
export const fault = signal<Fault | null>(null)
/** The tape whose hook has just ended, so that the listener is told how to hear the rest. */
export const hookOver = signal<Tape | null>(null)
/** From 0 to 1. */
export const volume = signal(1)

/** The tracks the page in view offers; its big play key starts them. */
export const offered = signal<readonly Cue[]>([])

/** The track in the deck. */
export const current = computed(() => queue.value[index.value] ?? null)

/** Where in the whole track we are, in seconds, hook or not. */
export const trackTime = computed(() => {
  const cue = current.value
  return cue && access.value === 'hook' ? cue.hookStartSec + time.value : time.value
})
