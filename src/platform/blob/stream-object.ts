import type { ByteRange } from '../../lib/address/byte-range.ts'
import type { Bucket } from '../bucket/bucket.ts'
import { toBucketError } from '../bucket/bucket-error.ts'
import { pieces } from './save-stream.ts'

const mostBreaks = 3

/**
 * Returns a stream of an object, or part of it. When the connection breaks it continues from there,
 * up to three times without a byte in between; then the stream breaks too, so that nobody takes a
 * part for the whole.
 */
export const streamObject =
  (bucket: Bucket, key: string, bytes: number) =>
  async (range: ByteRange | null): Promise<ReadableStream<Uint8Array>> => {
    const { start, end } = range ?? { start: 0, end: bytes - 1 }
    const first = await bucket.open(key, bytes, range ?? undefined)
    const parts = readOn(bucket, key, bytes, { start, end }, first)
    return new ReadableStream<Uint8Array>({
      async pull(controller) {
        const { done, value } = await parts.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: () => parts.return(undefined).then(() => {}),
    })
  }

async function* readOn(
  bucket: Bucket,
  key: string,
  bytes: number,
  { start, end }: ByteRange,
  first: ReadableStream<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let at = start
  let stream = first
  for (let breaks = 0; ; ) {
    try {
      for await (const piece of pieces(stream)) {
        breaks = 0
        const rest = end + 1 - at
        at += Math.min(piece.length, rest)
        yield piece.length > rest ? piece.subarray(0, rest) : piece
        if (at > end) return
      }
      if (at > end) return
    } catch (thrown) {
      if (breaks >= mostBreaks) throw toBucketError(thrown)
    }
    breaks += 1
    if (breaks > mostBreaks) throw toBucketError(undefined)
    stream = await bucket.open(key, bytes, { start: at, end })
  }
}
