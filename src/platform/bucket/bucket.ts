import { S3Client } from 'bun'
import { within } from '../../lib/turn/within.ts'
import { BucketError, errorOf, toBucketError, withRetries } from './bucket-error.ts'
import type { BucketConfig } from './config.ts'

export type Listed = { key: string; bytes: number }

/** First and last byte, both inclusive. */
type Range = { start: number; end: number }

/**
 * A bucket of an S3 server. Keys are relative to the prefix. Requests that may have failed by
 * chance are tried three times. All throw BucketError.
 */
export type Bucket = {
  readonly name: string
  /** Returns why writing failed a moment ago; undefined without a known fault. */
  blockedBy(): BucketError | undefined
  /** Returns an address for one act on an object, for a while. It must not leave this program. */
  address(key: string, method: 'GET' | 'HEAD' | 'PUT' | 'DELETE', forSec?: number): string
  /** Stores bytes under a key. Returns the headers of the answer. */
  put(key: string, body: Blob | string, bytes: number): Promise<Headers>
  /** Undefined when there is no object. */
  head(key: string): Promise<{ bytes: number; headers: Headers } | undefined>
  /** Opens an object, or part of it. Throws for an answer whose length differs from `bytes`. */
  open(key: string, bytes: number | undefined, range?: Range): Promise<ReadableStream<Uint8Array>>
  remove(key: string): Promise<void>
  /** Lists all objects whose keys begin with some characters. */
  list(start: string): AsyncGenerator<Listed>
}

const addressForSec = 3_600
const answerMs = 15_000
const leastBytesPerMs = 50

// For this long after a fault nobody sends a large file in vain.
const blockedMs = 10_000

/** Calls `failed` with each fault of the bucket itself, not with those of single files. */
export function createBucket(config: BucketConfig, failed: (error: BucketError) => void = () => {}): Bucket {
  const { bucket, prefix, endpoint, region, accessKeyId, secretAccessKey } = config
  const client = new S3Client({ bucket, endpoint, region, accessKeyId, secretAccessKey })

  const address: Bucket['address'] = (key, method, forSec = addressForSec) =>
    client.presign(`${prefix}${key}`, { method, expiresIn: forSec })

  async function ask(
    method: 'GET' | 'HEAD' | 'PUT' | 'DELETE',
    key: string,
    more: RequestInit = {},
    limitMs = answerMs,
  ) {
    // Only until the answer begins: its body may take any time.
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(), limitMs)
    try {
      return await fetch(address(key, method), {
        ...more,
        method,
        // An answer of another region contains an address with our signature.
        redirect: 'manual',
        decompress: false,
        signal: limit.signal,
      })
    } finally {
      clearTimeout(timer)
    }
  }

  let blocked: { error: BucketError; at: number } | undefined

  /** Repeats a request as often as it may help, and remembers why files cannot be stored. */
  async function watched<T>(isWrite: boolean, work: () => Promise<T>): Promise<T> {
    try {
      const result = await withRetries(work)
      if (isWrite || blocked?.error.fault === 'away') blocked = undefined
      return result
    } catch (thrown) {
      const error = toBucketError(thrown)
      if (error.fault !== 'absent' && error.fault !== 'other bytes') {
        blocked = { error, at: performance.now() }
        failed(error)
      }
      throw error
    }
  }

  async function refuse(response: Response): Promise<never> {
    throw errorOf(response, await response.text().catch(() => ''))
  }

  return {
    name: `s3://${bucket}/${prefix} at ${new URL(endpoint).host}`,
    address,
    blockedBy: () => (blocked && performance.now() - blocked.at < blockedMs ? blocked.error : undefined),
    put: (key, body, bytes) =>
      watched(true, async () => {
        const response = await ask('PUT', key, { body }, answerMs + bytes / leastBytesPerMs)
        if (!response.ok) await refuse(response)
        await response.arrayBuffer()
        return response.headers
      }),
    head: (key) =>
      watched(false, async () => {
        const response = await ask('HEAD', key)
        if (response.status === 404) return undefined
        if (response.status !== 200) await refuse(response)
        return { bytes: Number(response.headers.get('content-length') ?? Number.NaN), headers: response.headers }
      }),
    open: (key, bytes, range) =>
      watched(false, async () => {
        const headers = range ? { range: `bytes=${range.start}-${range.end}` } : undefined
        const response = await ask('GET', key, headers ? { headers } : {})
        if (response.status !== (range ? 206 : 200)) await refuse(response)
        const { body } = response
        // A chunked answer states no length; its reader counts.
        const length = response.headers.get('content-length') ?? bytes ?? ''
        const isRight = range
          ? response.headers.get('content-range') === `bytes ${range.start}-${range.end}/${bytes}`
          : bytes === undefined || Number(length) === bytes
        if (body && isRight) return body
        await body?.cancel()
        throw new BucketError('other bytes', `${length} bytes`)
      }),
    remove: (key) =>
      watched(false, async () => {
        const response = await ask('DELETE', key)
        if (!response.ok && response.status !== 404) await refuse(response)
        await response.arrayBuffer()
      }),
    async *list(start) {
      let after: string | undefined
      for (;;) {
        const asked = {
          prefix: `${prefix}${start}`,
          maxKeys: 1_000,
          ...(after === undefined ? {} : { startAfter: after }),
        }
        const page = await watched(false, async () => {
          try {
            return await within(answerMs, client.list(asked), noAnswer)
          } catch (error) {
            throw errorOfList(error)
          }
        })
        const found = page.contents ?? []
        for (const { key, size } of found) yield { key: key.slice(prefix.length), bytes: size ?? 0 }
        after = found.at(-1)?.key
        if (!page.isTruncated || after === undefined) return
      }
    },
  }
}

const noAnswer = () => new BucketError('away', 'no answer')

/** The error that Bun throws for a list has the code of the server's answer and no status. */
function errorOfList(thrown: unknown): BucketError {
  if (thrown instanceof BucketError) return thrown
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : ''
  if (!/^[A-Z][A-Za-z]+$/.test(code)) return toBucketError(thrown)
  const status = /^(?:AccessDenied|AccountProblem|Invalid|Expired|SignatureDoesNotMatch)/.test(code) ? 403 : 503
  return errorOf(new Response(null, { status }), `<Code>${code}</Code>`)
}
