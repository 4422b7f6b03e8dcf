import { type Static, Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { S3Client } from 'bun'
import { tryJson } from '../../lib/json/json.ts'
import type { BucketConfig } from '../bucket/config.ts'

const Holder = t.Object({ holder: t.String(), host: t.String(), at: t.String() })

export type Holder = Static<typeof Holder>

/**
 * The right to serve, stored in a bucket: each lease has a number and an object, which is written
 * once and never again. The highest number may serve. All reject when the bucket does not answer.
 */
export type LeaseStore = {
  /** The newest lease; undefined when there never was one. */
  newest(): Promise<{ number: number; holder: Holder } | undefined>
  has(number: number): Promise<boolean>
  /** Takes a lease; false when somebody has taken it. */
  take(number: number, holder: Holder): Promise<boolean>
  /** Marks a lease as unused at the moment, or used again. */
  setReleased(number: number, isReleased: boolean): Promise<void>
  isReleased(number: number): Promise<boolean>
}

const answerMs = 5_000
const digits = 9
const keyOf = (number: number) => `${number}`.padStart(digits, '0')
const releasedKey = (number: number) => `${keyOf(number)}.released`

export function openLeases({ prefix, ...place }: BucketConfig): LeaseStore {
  const client = new S3Client(place)

  const ask = (method: 'GET' | 'HEAD' | 'PUT' | 'DELETE', key: string, init: RequestInit = {}) =>
    fetch(client.presign(`${prefix}${key}`, { method, expiresIn: 60 }), {
      ...init,
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(answerMs),
    })

  async function isThere(key: string): Promise<boolean> {
    const response = await ask('HEAD', key)
    if (response.status === 200) return true
    if (response.status === 404) return false
    throw new Error(`the bucket answers ${response.status}`)
  }

  async function read(number: number): Promise<Holder> {
    const response = await ask('GET', keyOf(number))
    const value = tryJson(await response.text())
    if (response.ok && Value.Check(Holder, value)) return value
    throw new Error(`the bucket answers ${response.status}, and no lease`)
  }

  return {
    async newest() {
      const { contents = [] } = await client.list({ prefix, maxKeys: 1_000 })
      const numbers = contents.map(({ key }) => key.slice(prefix.length)).filter((name) => /^\d{9}$/.test(name))
      const number = Math.max(0, ...numbers.map(Number))
      return number === 0 ? undefined : { number, holder: await read(number) }
    },
    has: (number) => isThere(keyOf(number)),
    async take(number, holder) {
      const headers = { 'if-none-match': '*', 'content-type': 'application/json' }
      const response = await ask('PUT', keyOf(number), { headers, body: JSON.stringify(holder) })
      if (response.status === 412 || response.status === 409) return false
      if (!response.ok) throw new Error(`the bucket answers ${response.status}`)
      // A server without conditional writes accepts all of them, so that two machines could serve.
      const again = await ask('PUT', keyOf(number), { headers, body: JSON.stringify(holder) })
      if (again.status === 412 || again.status === 409) return true
      throw new Error('the bucket takes what it was told not to: its server knows no conditional writes')
    },
    async setReleased(number, isReleased) {
      const response = isReleased
        ? await ask('PUT', releasedKey(number), { body: '{}' })
        : await ask('DELETE', releasedKey(number))
      if (!response.ok && response.status !== 404) throw new Error(`the bucket answers ${response.status}`)
    },
    isReleased: (number) => isThere(releasedKey(number)),
  }
}

/** Takes the code out of an answer of S3, which is XML. */
export function whyOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return error.message.startsWith('<') && 'code' in error ? `${error.code}` : error.message
}
