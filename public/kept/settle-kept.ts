import '../lib/form-parts.ts'
import { api } from '../lib/api.ts'
import { fetchedIn, type KeptTape, lookForSound, readList, writeList } from './kept-list.ts'
import { takeAllAway, takeAway } from './take-away.ts'
import { toKeptTracks } from './to-kept-tracks.ts'

const [unauthenticated, forbidden, notFound, badState] = [401, 403, 404, 409]

/** Returns the id of the account that is signed in, null for none, undefined without an answer. */
export async function whoIsHere(): Promise<string | null | undefined> {
  // Not by the client of the API, which would say that somebody was signed out.
  const answer = await fetch('/api/auth/session').catch(() => undefined)
  if (answer?.status === unauthenticated) return null
  const body: unknown = answer?.ok ? await answer.json().catch(() => undefined) : undefined
  const id: unknown = Reflect.get(Object(Reflect.get(Object(body), 'user')), 'id')
  return typeof id === 'string' ? id : undefined
}

/** A page and its parts ask one after the other: once is enough for all of them. */
const lastsMs = 5_000
let settled: { atMs: number; lost: Promise<KeptTape[]> } | undefined

/**
 * Takes away what may no longer be kept here: everything where somebody else or nobody is signed
 * in, and tapes that their account has lost. Notes the tracks that a tape has got since and the
 * versions that the site has now, which are then still to be fetched. Without an answer of the site
 * everything stays. Returns the lost tapes.
 */
export function settleKept(): Promise<KeptTape[]> {
  const nowMs = performance.now()
  if (settled === undefined || nowMs - settled.atMs > lastsMs) settled = { atMs: nowMs, lost: settle() }
  return settled.lost
}

async function settle(): Promise<KeptTape[]> {
  const list = readList()
  if (!list) return []
  const account = await whoIsHere()
  if (account === undefined) return []
  if (account !== list.owner) {
    await takeAllAway()
    return []
  }
  const lost: KeptTape[] = []
  for (const kept of list.tapes) {
    const { data, error } = await api.purchases({ id: kept.purchaseId }).tracks.get()
    const status = Number(error?.status)
    if (status === forbidden || status === notFound || status === badState) lost.push(kept)
    else if (data) noteTracks(kept, toKeptTracks(kept.tape, data.tracks, fetchedIn(readList())))
  }
  if (lost.length > 0) await takeAway(new Set(lost.map(({ purchaseId }) => purchaseId)))
  await lookForSound()
  return lost
}

function noteTracks({ purchaseId, tracks }: KeptTape, now: KeptTape['tracks']): void {
  const list = readList()
  if (!list || JSON.stringify(now) === JSON.stringify(tracks)) return
  const tapes = list.tapes.map((each) => (each.purchaseId === purchaseId ? { ...each, tracks: now } : each))
  writeList({ ...list, tapes })
}
