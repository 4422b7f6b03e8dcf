import type { Bucket } from '../bucket/bucket.ts'
import { keyOf } from './bucket-key.ts'

const keptMs = 600_000
const mostKept = 20_000

/** Remembers sizes for a moment, so that not every part of a file needs a request. */
export function createKnownSizes(bucket: Bucket, now: () => number) {
  const known = new Map<string, { bytes: number; until: number }>()
  function learn(sha256: string, bytes: number): void {
    known.delete(sha256)
    known.set(sha256, { bytes, until: now() + keptMs })
    const [oldest] = known.keys()
    if (known.size > mostKept && oldest !== undefined) known.delete(oldest)
  }
  return {
    learn,
    forget: (sha256: string): void => void known.delete(sha256),
    /** Returns the length of a stored file; undefined when there is none. Throws BucketError. */
    async sizeOf(sha256: string): Promise<number | undefined> {
      const found = known.get(sha256)
      if (found && found.until > now()) return found.bytes
      const there = await bucket.head(keyOf(sha256))
      if (there) learn(sha256, there.bytes)
      return there?.bytes
    },
  }
}
