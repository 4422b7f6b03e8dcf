import { open } from 'node:fs/promises'

const lookEveryMs = 50
const stepBytes = 1 << 18

// Proxies give up on a connection that is silent for a minute, and a long file is converted for
// longer: the last bytes written so far are kept for then, and sent a few at a time.
const reserveBytes = 1 << 16
const reserveParts = 64
const silentMs = 15_000

/** How far a file has been written; `ended` means that the writer gave up. */
export type Growth = 'growing' | 'whole' | 'ended'

type Following = { growthNow: () => Growth; reads: () => Disposable; gone: AbortSignal; quietMs: number }

/**
 * Yields a file while somebody else still writes it, from its beginning to its eventual end, or
 * until its reader has gone. Yields something every `quietMs` as long as there is something.
 * Throws when the writer gave up.
 */
async function* follow(path: string, { growthNow, reads, gone, quietMs }: Following): AsyncGenerator<Uint8Array> {
  using _ = reads()
  const file = await open(path)
  try {
    for (let [at, waitedMs] = [0, quietMs]; ; ) {
      // Checked before the read: if the file is complete by then, the read returns all of it.
      const growth = growthNow()
      const written = (await file.stat()).size - at
      const isSilent = waitedMs >= quietMs
      const spare = isSilent ? Math.ceil(Math.min(written, reserveBytes) / reserveParts) : 0
      const wanted = growth === 'growing' ? Math.max(written - reserveBytes, spare) : written
      const length = Math.min(wanted, stepBytes)
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafeSlow(Math.max(length, 1)), 0, length, at)
      at += bytesRead
      waitedMs = bytesRead > 0 ? 0 : waitedMs + lookEveryMs
      if (bytesRead > 0) yield buffer.subarray(0, bytesRead)
      else if (growth === 'whole' || gone.aborted) return
      else if (growth === 'ended') throw new Error('A file that was being sent was not written to its end.')
      else await Bun.sleep(lookEveryMs)
    }
  } finally {
    await file.close()
  }
}

/**
 * Returns a growing file as a stream with backpressure. When its writer gives up, the stream breaks
 * off and `whenBroken` is called. The result of `reads` is disposed of when reading ends. No reader
 * waits longer than `quietMs` for the next bytes while there are some.
 */
export function streamGrowing(
  path: string,
  growthNow: () => Growth,
  whenBroken: () => void,
  reads: () => Disposable = () => ({ [Symbol.dispose]: () => {} }),
  quietMs = silentMs,
): ReadableStream<Uint8Array> {
  const gone = new AbortController()
  const pieces = follow(path, { growthNow, reads, gone: gone.signal, quietMs })
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
      // First the wait for bytes ends, which may be long in a conversion: `return` waits for it.
      gone.abort()
      await pieces.return(undefined)
    },
  })
}
