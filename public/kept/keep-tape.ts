import { say } from '../../src/lib/language/say.ts'
import { api, problemOf } from '../lib/api.ts'
import { keptPath, soundCache } from '../lib/kept-sound.ts'
import { sizeOf } from '../lib/size.ts'
import type { Tape } from '../player/state.ts'
import {
  bytesOf,
  fetchedIn,
  isUpToDate,
  type KeptList,
  type KeptTape,
  type KeptTrack,
  limitBytes,
  listOf,
  lookForSound,
  readList,
  soundHere,
  writeList,
} from './kept-list.ts'
import { whoIsHere } from './settle-kept.ts'
import { takeAllAway } from './take-away.ts'
import { toKeptTracks } from './to-kept-tracks.ts'

type Wanted = { tape: Tape; purchaseId: string }

export type KeepProgress = { here: number; all: number }

/**
 * Fetches every whole track of a purchase and keeps it in this browser, within the listener's
 * limit. Tracks that are here as they are now are not fetched again, so an interrupted tape goes
 * on. Returns why a track is missing, in words; an empty text when none is.
 */
export async function keepTape({ tape, purchaseId }: Wanted, tell: (progress: KeepProgress) => void): Promise<string> {
  const owner = await whoIsHere()
  if (owner === undefined) return say('You are offline. Check the connection and try again.')
  if (owner === null) return say('You were signed out. Sign in again to keep music here.')
  const { data, error } = await api.purchases({ id: purchaseId }).tracks.get()
  if (error) return problemOf(error)
  if ((readList()?.owner ?? owner) !== owner) await takeAllAway()
  await lookForSound()
  const list = listOf(owner)
  const tracks = toKeptTracks(tape, data.tracks, fetchedIn(list))
  const others = list.tapes.filter((each) => each.purchaseId !== purchaseId)
  const kept: KeptTape = { purchaseId, tape, tracks }
  const noRoom = await whyNoRoom(list, others, kept)
  writeList(noRoom ? list : { ...list, tapes: [...others, kept] })
  if (noRoom) return noRoom
  // A browser may say no, or ask its owner for a long time: the list of what is kept tells of it.
  navigator.storage?.persist?.().catch(() => false)
  for (const [at, track] of tracks.entries()) {
    tell({ here: at, all: tracks.length })
    const problem = await fetchTrack(track)
    if (problem) return problem
    if (!noteFetched(purchaseId, track)) return dropSound(track.id)
  }
  return ''
}

/** Returns why there is no room for a tape beside the others; an empty text if there is. */
async function whyNoRoom(list: KeptList, others: readonly KeptTape[], kept: KeptTape): Promise<string> {
  const name = kept.tape.name
  const size = sizeOf(bytesOf([kept]))
  if (bytesOf([...others, kept]) > limitBytes(list)) {
    const limit = sizeOf(limitBytes(list))
    return others.length === 0
      ? say('{name} has {size}, and your limit is {limit}. Set a higher one under “Kept on this device”.', {
          name,
          size,
          limit,
        })
      : say(
          '{name} has {size}, and {kept} are kept already: together more than your limit of {limit}. Remove a casset, or set a higher limit under “Kept on this device”.',
          { name, size, kept: sizeOf(bytesOf(others)), limit },
        )
  }
  const { quota, usage = 0 } = (await navigator.storage?.estimate()) ?? {}
  // The former sound of a replaced track stays until the new one is here.
  const missing = kept.tracks.filter((track) => !isUpToDate(track)).reduce((sum, { bytes }) => sum + bytes, 0)
  if (quota === undefined || missing <= quota - usage) return ''
  return say('{name} has {size}, and this device has {free} left for this site.', {
    name,
    size,
    free: sizeOf(Math.max(0, quota - usage)),
  })
}

/** Returns why it could not be kept; an empty text if it is. */
async function fetchTrack(track: KeptTrack): Promise<string> {
  const { id, title } = track
  if (isUpToDate(track)) return ''
  const { data, error } = await api.audio({ trackId: id }).get()
  if (error) return problemOf(error)
  // Never a hook in place of the track: then it was lost a moment ago.
  if (data instanceof Response || data.access !== 'full') return say('You no longer have “{title}”.', { title })
  try {
    const answer = await fetch(data.url)
    if (answer.status !== 200) return say('“{title}” could not be fetched. Try again.', { title })
    const headers = { 'content-type': answer.headers.get('content-type') ?? '' }
    const cache = await caches.open(soundCache)
    await cache.put(keptPath(id), new Response(answer.body, { headers }))
  } catch (thrown) {
    return thrown instanceof DOMException && thrown.name === 'QuotaExceededError'
      ? say('This device has no room left for “{title}”. Remove a casset.', { title })
      : say('The connection was lost at “{title}”. Press it again to go on from there.', { title })
  }
  soundHere.value = new Set([...soundHere.value, id])
  return ''
}

/** Notes that a track is here. Returns false where its tape was taken away meanwhile. */
function noteFetched(purchaseId: string, { id, version }: KeptTrack): boolean {
  const list = readList()
  if (!list?.tapes.some((each) => each.purchaseId === purchaseId)) return false
  const note = (track: KeptTrack) => (track.id === id ? { ...track, fetched: version } : track)
  const tapes = list.tapes.map((each) => ({ ...each, tracks: each.tracks.map(note) }))
  writeList({ ...list, tapes })
  return true
}

/** Deletes a sound that came after its tape was taken away, or its listener had signed out. */
async function dropSound(trackId: string): Promise<string> {
  await (await caches.open(soundCache)).delete(keptPath(trackId))
  await lookForSound()
  return ''
}
