import { readBounded } from '../../platform/http/request/read-bounded.ts'
import { TryLater } from '../../platform/job/job-kind.ts'

const patienceMs = 30_000
const longestAnswer = 16_384
const accept = { accept: 'application/vnd.opentimestamps.v1' }

/**
 * Asks an OpenTimestamps calendar to attest a SHA-256; returns its timestamp, which contains the
 * address for later requests. Throws errors worth a retry.
 */
export async function askCalendar(calendar: string, digest: Uint8Array, signal: AbortSignal): Promise<Uint8Array> {
  const body = new Uint8Array(digest)
  return answerOf(await send(`${calendar}/digest`, { method: 'POST', headers: accept, body }, signal))
}

/** Returns the calendar's addition to a timestamp; undefined while there is none. */
export async function askAgain(
  calendar: string,
  commitment: Uint8Array,
  signal: AbortSignal,
): Promise<Uint8Array | undefined> {
  const response = await send(`${calendar}/timestamp/${commitment.toHex()}`, { headers: accept }, signal)
  if (response.status !== 404) return answerOf(response)
  await response.body?.cancel()
  return undefined
}

const send = (address: string, init: RequestInit, signal: AbortSignal): Promise<Response> =>
  fetch(address, { ...init, redirect: 'manual', signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]) })

async function answerOf(response: Response): Promise<Uint8Array> {
  if (!response.ok) {
    await response.body?.cancel()
    throw new TryLater(`The calendar answered ${response.status}.`, patienceMs * 20)
  }
  return readBounded(response, longestAnswer, () => new Error('The answer of the calendar is too long.'))
}
