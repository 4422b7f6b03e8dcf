import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import type { Check } from '../check.ts'
import type { Bucket } from './bucket.ts'
import { BucketError, fixOf, toBucketError } from './bucket-error.ts'
import { tryBucket } from './try-bucket.ts'

const mostClockMs = 60_000

export class UnusableBucketError extends Error {
  override readonly name = 'UnusableBucketError'
}

const tokenOf = ({ random }: Pick<Ctx, 'random'>) => Buffer.from(random(16)).toString('base64url')

/**
 * Tries the bucket before a site is served. One that cannot be reached may come back: that is
 * logged, and the site is served. Throws UnusableBucketError for any other fault.
 */
export async function refuseUnusableBucket(ctx: Pick<Ctx, 'bucket' | 'instanceId' | 'random' | 'log'>): Promise<void> {
  const { bucket, instanceId, log } = ctx
  if (!bucket) return
  try {
    await tryBucket(bucket, instanceId, tokenOf(ctx))
  } catch (thrown) {
    const { fault, said } = toBucketError(thrown)
    if (fault !== 'away' && fault !== 'full') {
      throw new UnusableBucketError(`${bucket.name} cannot be used. ${said} ${fixOf[fault]()}`)
    }
    log.error('the bucket cannot be used now', { bucket: bucket.name, said })
  }
}

/** Checks that the bucket can be read, written to and deleted from, and compares its clock. */
export const bucketCheck: Check = {
  name: 'bucket',
  place: 210,
  async look(ctx) {
    const { bucket } = ctx
    if (!bucket) return {}
    try {
      return found(bucket, await tryBucket(bucket, ctx.instanceId, tokenOf(ctx)))
    } catch (thrown) {
      if (!(thrown instanceof BucketError)) throw thrown
      return { problem: `${bucket.name}: ${thrown.said}`, fix: fixOf[thrown.fault]() }
    }
  },
}

function found({ name }: Bucket, { clockAheadMs, isVersioned }: Awaited<ReturnType<typeof tryBucket>>) {
  if (Math.abs(clockAheadMs) > mostClockMs) {
    const off = { sec: Math.round(Math.abs(clockAheadMs) / 1_000), name }
    const problem =
      clockAheadMs > 0
        ? say('the clock of this machine is {sec} s behind that of {name}', off)
        : say('the clock of this machine is {sec} s ahead of that of {name}', off)
    return { problem, fix: fixOf.clock() }
  }
  if (!isVersioned) return { note: name }
  const fix = say('let a lifecycle rule of the bucket delete old versions after some days')
  return { note: say('{name} keeps old versions: what is deleted here still takes room there', { name }), fix }
}

/** Throws BucketError while the bucket refuses writes: nobody should send a file in vain. */
export function refuseBlockedBucket({ bucket }: Pick<Ctx, 'bucket'>): void {
  const error = bucket?.blockedBy()
  if (error) throw error
}
