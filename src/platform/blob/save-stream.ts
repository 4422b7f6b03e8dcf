import { open } from 'node:fs/promises'
import { within } from '../../lib/turn/within.ts'
import { BucketError } from '../bucket/bucket-error.ts'

const stallMs = 30_000

/**
 * Writes the data from a bucket to a new file, and waits until it is on the disk. Throws
 * BucketError when its bytes do not have the hash, when the stream breaks, and when nothing arrives
 * for half a minute.
 */
export async function saveStream(stream: ReadableStream<Uint8Array>, path: string, sha256: string): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    await readWhole(stream, sha256, (piece) => file.appendFile(piece))
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Reads the data from a bucket to its end. Throws as `saveStream` does. */
export async function readWhole(
  stream: ReadableStream<Uint8Array>,
  sha256: string,
  take: (piece: Uint8Array) => Promise<void> | void = () => {},
): Promise<void> {
  const hasher = new Bun.CryptoHasher('sha256')
  for await (const piece of pieces(stream)) {
    hasher.update(piece)
    await take(piece)
  }
  if (hasher.digest('hex') !== sha256) throw new BucketError('other bytes', 'another hash')
}

/** Throws BucketError when it breaks or nothing arrives for half a minute. */
export async function* pieces(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await next(reader)
      if (done) return
      yield value
    }
  } finally {
    // On a stream that has ended this does nothing.
    await reader.cancel().catch(() => {})
  }
}

async function next(reader: ReadableStreamDefaultReader<Uint8Array>) {
  try {
    return await within(stallMs, reader.read(), () => new BucketError('away', 'nothing came'))
  } catch (thrown) {
    throw thrown instanceof BucketError ? thrown : new BucketError('away', 'cut off')
  }
}
