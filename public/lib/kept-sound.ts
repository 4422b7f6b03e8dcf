import { browserStore } from './store.ts'

/** The browser's cache of whole tracks that a listener keeps for times without a connection. */
export const soundCache = 'kept-sound'

const folder = '/kept/'

export const keptPath = (trackId: string): string => folder + trackId

/** Returns the track that a path of `keptPath` names; undefined for any other path. */
export const trackKeptAt = (path: string): string | undefined =>
  path.startsWith(folder) ? path.slice(folder.length) : undefined

/** Returns the address of a track that this browser keeps and can play; undefined for others. */
export async function keptSound(trackId: string): Promise<string | undefined> {
  if (!keepsSound() || !('serviceWorker' in navigator && navigator.serviceWorker.controller)) return undefined
  const path = keptPath(trackId)
  return (await caches.match(path)) && path
}

export const keptKey = 'tapedeck.kept'

export const keepsSound = (): boolean => browserStore.read(keptKey) !== null
