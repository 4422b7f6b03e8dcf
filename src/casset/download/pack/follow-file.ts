import { open } from 'node:fs/promises'
import { isAbsent } from '../../../platform/blob/blob-fault.ts'

const lookEveryMs = 50
const stepBytes = 1 << 18

// Proxies give up on a connection that is silent for a minute, and a long file is converted for
// longer: the last bytes written so far are kept for then, and sent a few at a time.
const reserveBytes = 1 << 16
const reserveParts = 64
const silentMs = 15_000

/** How far a file has been written; `ended` means that the writer gave up. */
export type Growth = 'growing' | 'whole' | 'ended'

/** A file that somebody writes, or is going to write. */
export type Growing = {
  /** Where it is by now; undefined while its writer has not begun. Throws when it never will. */
  pathNow: () => string | undefined
  /** How far the file with this number is. */
  growthNow: (inode: number) => Growth
  /** Its first bytes, if they are known before it is written. */
  head?: Uint8Array
  /** Called before the first byte after its head. Throws when its reader may not have it. */
  begins?: () => void
}

type Following = Growing & { reads: () => Disposable; gone: AbortSignal; quietMs: number }

/** Opens a file; undefined when it was moved since it was found. */
const openFound = (path: string) =>
  open(path).catch((error: unknown) => {
    if (isAbsent(error)) return undefined
    throw error
  })

/**
 * Yields the first bytes of a file one by one, one every `quietMs`, until its writer begins or its
 * reader has gone. Returns it opened, and how much of it was sent; undefined for no reader.
 */
async function* awaitBegin({ pathNow, head = new Uint8Array(), gone, quietMs }: Following) {
  for (let [sent, waitedMs] = [0, quietMs]; !gone.aborted; ) {
    const path = pathNow()
    const file = path === undefined ? undefined : await openFound(path)
    if (file) return { file, sent }
    if (waitedMs >= quietMs && sent < head.length) {
      yield head.slice(sent, sent + 1)
      sent += 1
      waitedMs = 0
    } else {
      await Bun.sleep(lookEveryMs)
      waitedMs += lookEveryMs
    }
  }
  return undefined
}

/**
 * Yields a file while somebody else still writes it, from its beginning to its eventual end, or
 * until its reader has gone. Yields something every `quietMs` as long as there is something.
 * Throws when the writer gave up, or wrote another beginning than was sent.
 */
async function* follow(following: Following): AsyncGenerator<Uint8Array> {
  const { growthNow, head = new Uint8Array(), begins, reads, gone, quietMs } = following
  using _ = reads()
  const begun = yield* awaitBegin(following)
  if (!begun) return
  const { file, sent } = begun
  try {
    const { ino } = await file.stat()
    const { buffer: first } = await file.read(Buffer.alloc(sent), 0, sent, 0)
    if (!first.equals(head.subarray(0, sent))) throw new Error('A file does not begin as it was sent.')
    let growth: Growth = 'growing'
    for (let [at, waitedMs] = [sent, quietMs]; ; ) {
      // Checked before the read: if the file is complete by then, the read returns all of it. It
      // stays complete for its reader when it is deleted.
      if (growth !== 'whole') growth = growthNow(ino)
      const written = (await file.stat()).size - at
      const isSilent = waitedMs >= quietMs
      const spare = isSilent ? Math.ceil(Math.min(written, reserveBytes) / reserveParts) : 0
      const wanted = growth === 'growing' ? Math.max(written - reserveBytes, spare) : written
      const length = Math.min(wanted, stepBytes)
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafeSlow(Math.max(length, 1)), 0, length, at)
      if (at <= head.length && at + bytesRead > head.length) begins?.()
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
  growing: Growing,
  whenBroken: () => void,
  reads: () => Disposable = () => ({ [Symbol.dispose]: () => {} }),
  quietMs = silentMs,
): ReadableStream<Uint8Array> {
  const gone = new AbortController()
  const pieces = follow({ ...growing, reads, gone: gone.signal, quietMs })
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
