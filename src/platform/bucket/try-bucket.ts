import { Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { parseJson } from '../../lib/json/json.ts'
import type { Bucket } from './bucket.ts'
import { BucketError } from './bucket-error.ts'

/** The object that says which site a bucket, or a place for backups, belongs to. */
export const ownerKey = 'deck.json'
const Owner = t.Object({ deckId: t.String() })

/** How far a usable bucket's clock is ahead of ours (ms), and whether it keeps old versions. */
export type BucketTrial = { clockAheadMs: number; isVersioned: boolean }

/**
 * Tries everything that a site does with its bucket: reads who owns it and claims a new one, then
 * writes, reads and deletes an object. `token` is a text that nobody wrote before. Throws
 * BucketError.
 */
export async function tryBucket(bucket: Bucket, instanceId: string, token: string): Promise<BucketTrial> {
  await refuseOtherInstance(bucket, instanceId)
  const key = `trial-${instanceId}`
  const sentMs = Date.now()
  const headers = await write(bucket, key, token)
  const answeredMs = Date.now()
  const found = await textAt(bucket, key)
  if (found !== token) throw new BucketError('other bytes', 'what was written could not be read a moment later')
  await bucket.remove(key).catch(refusedAsReadOnly)
  // A header in whole seconds, of a moment between these two.
  const serverMs = Date.parse(headers.get('date') ?? '')
  const isBetween = Number.isNaN(serverMs) || (serverMs > sentMs - 1_000 && serverMs <= answeredMs)
  return {
    clockAheadMs: isBetween ? 0 : serverMs - answeredMs,
    isVersioned: (headers.get('x-amz-version-id') ?? 'null') !== 'null',
  }
}

async function refuseOtherInstance(bucket: Bucket, instanceId: string): Promise<void> {
  const said = await textAt(bucket, ownerKey)
  if (said === undefined) {
    await write(bucket, ownerKey, JSON.stringify({ deckId: instanceId }))
    return
  }
  const owner = readOwner(said)
  if (owner !== instanceId)
    throw new BucketError('other instance', owner === undefined ? ownerKey : `its id is ${owner}`)
}

/** Returns the id of the site that such an object names; undefined for a damaged one. */
export function readOwner(text: string): string | undefined {
  try {
    const found: unknown = parseJson(text)
    return Value.Check(Owner, found) ? found.deckId : undefined
  } catch {
    return undefined
  }
}

async function textAt(bucket: Bucket, key: string): Promise<string | undefined> {
  try {
    return await new Response(await bucket.open(key, undefined)).text()
  } catch (error) {
    if (error instanceof BucketError && error.fault === 'absent') return undefined
    throw error
  }
}

const write = (bucket: Bucket, key: string, text: string) => bucket.put(key, text, text.length).catch(refusedAsReadOnly)

/** Reading worked a moment ago, so it is not the keys that are wrong. */
function refusedAsReadOnly(error: unknown): never {
  throw error instanceof BucketError && error.fault === 'refused' ? new BucketError('read-only', error.seen) : error
}
