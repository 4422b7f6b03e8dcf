import { isFresh, type Signed, signSound } from '../signed.ts'

/** This file cannot be joined to another: it is played by itself. */
export class OddSound extends Error {}

export type SoundFile = {
  type: string
  size: number
  /** Reads `length` bytes from `from` on; fewer only where the file ends. */
  read(from: number, length: number): Promise<Uint8Array<ArrayBuffer>>
  /** Ends a reading that is under way, which then fails. */
  stop(): void
}

/** So far ahead the open response is read on; beyond that another one is asked for. */
const nearBytes = 131_072
const none = new Uint8Array()

/**
 * Opens a file at a signed address. It is read by one long response, as a media element reads it,
 * and by a new one after a failure. An expired address is renewed. Throws OddSound where the file
 * was replaced meanwhile.
 */
export async function openSoundFile(first: Signed): Promise<SoundFile> {
  let signed = first
  let reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | null = null
  let version: string | null = null
  let size = 0
  let type = ''
  let held: Uint8Array<ArrayBuffer> = none
  let heldAt = 0
  let reading = new AbortController()

  const stop = () => {
    reading.abort()
    reading = new AbortController()
    reader = null
  }
  const request = async (from: number, mayRenew = true): Promise<void> => {
    stop()
    if (!isFresh(signed)) signed = await signSound(first.sound)
    if (signed.access !== 'full') throw new OddSound()
    const response = await fetch(signed.url, {
      headers: { range: `bytes=${from}-` },
      cache: 'no-store',
      signal: reading.signal,
    })
    if (response.status === 403 && mayRenew) {
      signed = { ...signed, signedAt: Number.NEGATIVE_INFINITY }
      return request(from, false)
    }
    const [, whole] = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '') ?? []
    if (response.status !== 206 || !response.body || whole === undefined) throw new Error(`status ${response.status}`)
    const etag = response.headers.get('etag')
    if (version !== null && version !== `${etag} ${whole}`) throw new OddSound()
    version = `${etag} ${whole}`
    size = Number(whole)
    type = response.headers.get('content-type') ?? ''
    reader = response.body.getReader()
    held = none
    heldAt = from
  }
  await request(0)
  return {
    type,
    size,
    stop,
    async read(from, length) {
      const until = Math.min(size, from + length)
      if (until <= from) return none
      if (!reader || from < heldAt || from > heldAt + held.length + nearBytes) await request(from)
      const parts = [held]
      let end = heldAt + held.length
      while (end < until) {
        const { value } = (await reader?.read().catch((thrown: unknown) => {
          reader = null
          throw thrown
        })) ?? { value: undefined }
        if (!value) {
          reader = null
          throw new Error('cut off')
        }
        parts.push(value)
        end += value.length
      }
      held = joined(parts).subarray(from - heldAt)
      heldAt = from
      return held.subarray(0, until - from)
    },
  }
}

export const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength)

export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
