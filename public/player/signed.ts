import { api, problemOf } from '../lib/api.ts'
import type { Fault } from './state.ts'

/** A signed address of a track's sound, and when it was had. */
export type Signed = { trackId: string; url: string; access: 'hook' | 'full'; signedAt: number }

/** Addresses live 55 s at most; older than this they are renewed before they are asked again. */
const freshMs = 45_000

/** Whether an address is young enough to be asked without renewing it. */
export const isFresh = ({ signedAt }: Signed) => performance.now() - signedAt < freshMs

/** The reason a track cannot be played, thrown by `sign`. */
export class PlayFault extends Error {
  readonly fault: Fault

  constructor(fault: Fault) {
    super(fault.reason)
    this.fault = fault
  }
}

/** Asks for the address of a track: the hook, or all of it for whoever may hear all. */
export async function sign(trackId: string): Promise<Signed> {
  const signedAt = performance.now()
  const { data, error } = await api.audio({ trackId }).get()
  if (error || data instanceof Response) {
    const reason = error ? problemOf(error) : 'The server sent no audio.'
    throw new PlayFault({ kind: navigator.onLine ? 'jammed' : 'offline', reason })
  }
  return { trackId, url: data.url, access: data.access, signedAt }
}

/** Any thrown thing as a fault the deck can show. */
export function faultOf(thrown: unknown): Fault {
  if (thrown instanceof PlayFault) return thrown.fault
  if (!navigator.onLine) return { kind: 'offline', reason: 'Check the connection.' }
  return { kind: 'jammed', reason: 'The audio stopped loading.' }
}
