import { keptPath, soundCache } from '../lib/kept-sound.ts'
import { canKeep, type KeptTape, keptList, lookForSound, readList, writeList } from './kept-list.ts'

export async function takeAllAway(): Promise<void> {
  if (!canKeep()) return
  const list = readList()
  // The list goes last: where the page ends before its sound is gone, the next page finds it.
  if (list) writeList({ ...list, tapes: [] })
  await caches.delete(soundCache)
  writeList(null)
  await lookForSound()
}

/** Deletes the sound of some tapes, unless another kept tape has the same track. */
export async function takeAway(purchaseIds: ReadonlySet<string>): Promise<void> {
  const list = readList()
  if (!list) return
  const isTaken = ({ purchaseId }: KeptTape) => purchaseIds.has(purchaseId)
  const tapes = list.tapes.filter((each) => !isTaken(each))
  const stays = new Set(tapes.flatMap(({ tracks }) => tracks.map(({ id }) => id)))
  writeList({ ...list, tapes })
  const cache = await caches.open(soundCache)
  const gone = list.tapes.filter(isTaken).flatMap(({ tracks }) => tracks.map(({ id }) => id))
  await Promise.all(gone.filter((id) => !stays.has(id)).map((id) => cache.delete(keptPath(id))))
  await lookForSound()
}

/** Sets how much may be kept. Tapes that are here stay. */
export function setLimit(limitMb: number): void {
  const { value } = keptList
  if (value) writeList({ ...value, limitMb })
}
