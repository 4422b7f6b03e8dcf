import { say } from '../../src/lib/language/say.ts'
import { api, problemOf } from '../lib/api.ts'
import { keptSound } from '../lib/kept-sound.ts'
import { type Cue, type Fault, playsLight } from './state.ts'

export type Sound = Pick<Cue, 'id' | 'path'> & Partial<Pick<Cue, 'durationSec'>>

export type Signed = { sound: Sound; url: string; access: 'hook' | 'full'; signedAt: number }

/** For one track, the hook and a guest's whole track differ. */
export const isSame = (one: Sound | null | undefined, other: Sound): boolean =>
  one?.id === other.id && one.path === other.path

/** URLs live 55 s at most; older ones than this are renewed before use. */
const freshMs = 45_000

export const isFresh = ({ signedAt }: Signed) => performance.now() - signedAt < freshMs

/** Why the site gives no address of a track; what else is thrown has its reason by `faultOf`. */
export class PlayFault extends Error {}

/**
 * Requests the URL of a track: the hook, or the whole track for entitled listeners. A guest's link
 * is already a URL. A track that this browser keeps is played from there without an answer of the
 * site, and when the site says that the listener has all of it (rule: kept-offline).
 */
export async function signSound(sound: Sound): Promise<Signed> {
  const signedAt = performance.now()
  if (sound.path) return { sound, url: sound.path, access: 'full', signedAt }
  const { data, error, response } = await api
    .audio({ trackId: sound.id })
    .get({ query: playsLight() ? { opus: '1' } : {} })
  const mayBeKept = !response || (data && !(data instanceof Response) && data.access === 'full')
  const kept = mayBeKept ? await keptSound(sound.id) : undefined
  if (kept) return { sound, url: kept, access: 'full', signedAt }
  if (error && navigator.onLine) throw new PlayFault(problemOf(error))
  if (error || data instanceof Response) throw new Error()
  return { sound, url: data.url, access: data.access, signedAt }
}

export function faultOf(thrown: unknown): Fault {
  const isTold = thrown instanceof PlayFault
  if (!isTold && !navigator.onLine) return { kind: 'offline', reason: say('Check the connection.') }
  return { kind: 'jammed', reason: isTold ? thrown.message : say('The audio stopped loading.') }
}
