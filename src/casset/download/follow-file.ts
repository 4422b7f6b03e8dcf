import { open } from 'node:fs/promises'

const lookEveryMs = 50
const stepBytes = 1 << 18

/** How far the writing of a file is; `ended` is a writer that gave up. */
export type Growth = 'growing' | 'whole' | 'ended'

/**
 * Yields a file while somebody else still writes it, from its beginning to the end that it will have. Throws when the
 * writer gave up.
 */
async function* follow(path: string, growthNow: () => Growth): AsyncGenerator<Uint8Array> {
  const file = await open(path)
  try {
    for (let at = 0; ; ) {
      // Asked before the read: what is read once the file is whole is all of it.
      const growth = growthNow()
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafeSlow(stepBytes), 0, stepBytes, at)
      at += bytesRead
      if (bytesRead > 0) yield buffer.subarray(0, bytesRead)
      else if (growth === 'whole') return
      else if (growth === 'ended') throw new Error('A file that was being sent was not written to its end.')
      else await Bun.sleep(lookEveryMs)
    }
  } finally {
    await file.close()
  }
}

/**
 * Returns a growing file as a stream that is read only as fast as it is taken. When its writer gives up it breaks off, and
 * `whenBroken` is called.
 */
export function streamGrowing(
  path: string,
  growthNow: () => Growth,
  whenBroken: () => void,
): ReadableStream<Uint8Array> {
  const pieces = follow(path, growthNow)
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await pieces.next()
        if (done) controller.close()
        else controller.enqueue(value)
      } catch (error) {
        whenBroken()
        throw error
      }
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
}
