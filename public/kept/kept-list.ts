import { computed, signal } from '@preact/signals'
import { keptKey, soundCache, trackKeptAt } from '../lib/kept-sound.ts'
import { ownJson } from '../lib/own-json.ts'
import { browserStore } from '../lib/store.ts'
import type { Cue, Tape } from '../player/state.ts'

/**
 * A track of a kept tape: its size, the version of its sound that the site has, and the one that
 * was fetched; null for none.
 */
export type KeptTrack = Pick<Cue, 'id' | 'title' | 'durationSec' | 'hookStartSec'> & {
  /** Its artists, where they are not the casset's. */
  artist?: string
  bytes: number
  version: string
  fetched: string | null
}

export type KeptTape = { purchaseId: string; tape: Tape; tracks: readonly KeptTrack[] }

export type KeptList = { owner: string; limitMb: number; tapes: readonly KeptTape[] }

// A list that another version of this program stored months ago is not read as this one.
const listVersion = 1

type StoredList = { version: typeof listVersion; list: KeptList }

const mbBytes = 1_000_000

const usualLimitMb = 500

/** The list of this browser; null while nothing was ever kept. */
export const keptList = signal<KeptList | null>(null)

export const soundHere = signal<ReadonlySet<string>>(new Set())

/** Whether this browser can keep sound: it has a service worker and a cache, on https. */
export const canKeep = (): boolean => 'serviceWorker' in navigator && 'caches' in globalThis

/** Reads the list as it is stored: another tab may have changed it. */
export function readList(): KeptList | null {
  try {
    const stored = ownJson<StoredList | null>(browserStore.read(keptKey) ?? 'null')
    keptList.value = stored?.version === listVersion ? stored.list : null
  } catch {
    keptList.value = null
  }
  return keptList.value
}

/** Returns the list of an account: the stored one if it is theirs, else an empty one. */
export function listOf(owner: string): KeptList {
  const stored = readList()
  return stored?.owner === owner ? stored : { owner, limitMb: stored?.limitMb ?? usualLimitMb, tapes: [] }
}

/** Stores the list; null: nothing is kept, by nobody. */
export function writeList(list: KeptList | null): void {
  keptList.value = list
  const stored = list && ({ version: listVersion, list } satisfies StoredList)
  browserStore.write(keptKey, stored && JSON.stringify(stored))
}

export async function lookForSound(): Promise<void> {
  const requests = (await caches.has(soundCache)) ? await (await caches.open(soundCache)).keys() : []
  soundHere.value = new Set(requests.flatMap(({ url }) => trackKeptAt(new URL(url).pathname) ?? []))
}

/** The bytes that all tracks of some tapes take, each track once. */
export function bytesOf(tapes: readonly KeptTape[]): number {
  const sizes = new Map(tapes.flatMap(({ tracks }) => tracks.map(({ id, bytes }) => [id, bytes] as const)))
  return [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0)
}

export const limitBytes = ({ limitMb }: KeptList): number => limitMb * mbBytes

/** Returns the versions that were fetched, by track: several tapes may have the same one. */
export const fetchedIn = (list: KeptList | null): Map<string, string | null> =>
  new Map(
    (list?.tapes ?? [])
      .flatMap(({ tracks }) => tracks)
      .filter(({ fetched }) => fetched !== null)
      .map(({ id, fetched }) => [id, fetched]),
  )

/** Whether the sound of a track is here as the site has it now. */
export const isUpToDate = ({ id, version, fetched }: KeptTrack): boolean =>
  soundHere.value.has(id) && fetched === version

/**
 * How much of a tape is here: tracks that were fetched and are gone were taken by the browser; the
 * sound of `replaced` ones is another at the site by now.
 */
export type KeptState = { here: number; all: number; taken: number; replaced: number }

export function stateOf({ tracks }: KeptTape): KeptState {
  const here = tracks.filter(({ id }) => soundHere.value.has(id)).length
  const taken = tracks.filter(({ id, fetched }) => fetched !== null && !soundHere.value.has(id)).length
  const replaced = tracks.filter((track) => soundHere.value.has(track.id) && !isUpToDate(track)).length
  return { here, all: tracks.length, taken, replaced }
}

/** The bytes of all kept tapes. */
export const keptBytes = computed(() => bytesOf(keptList.value?.tapes ?? []))
