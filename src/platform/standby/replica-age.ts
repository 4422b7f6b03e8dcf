import { S3Client } from 'bun'
import type { BucketConfig } from '../bucket/config.ts'

const answerMs = 5_000
const atOnce = 1_000
// A replica of years has many objects; the newest snapshot and its successors are at the end of a
// few thousand.
const mostPages = 50

/** Both times are the bucket's, so that a wrong clock here does not matter. */
export type ReplicaState = {
  /** When its last part was stored, in milliseconds since 1970; undefined for none. */
  readonly storedAt: number | undefined
  readonly now: number
}

/** Reads what Litestream has stored last. Rejects when the bucket does not answer. */
export async function readReplica({ prefix, ...place }: BucketConfig): Promise<ReplicaState> {
  const client = new S3Client(place)
  const head = client.presign(`${prefix}.`, { method: 'HEAD', expiresIn: 60 })
  const answer = await fetch(head, { method: 'HEAD', signal: AbortSignal.timeout(answerMs) })
  const now = Date.parse(answer.headers.get('date') ?? '') || Date.now()
  let storedAt: number | undefined
  let after: string | undefined
  for (let page = 0; page < mostPages; page += 1) {
    const found = await client.list({ prefix, maxKeys: atOnce, ...(after === undefined ? {} : { startAfter: after }) })
    for (const { lastModified } of found.contents ?? []) {
      storedAt = Math.max(storedAt ?? 0, lastModified === undefined ? 0 : Date.parse(`${lastModified}`))
    }
    after = found.contents?.at(-1)?.key
    if (!found.isTruncated || after === undefined) break
  }
  return { storedAt, now }
}
