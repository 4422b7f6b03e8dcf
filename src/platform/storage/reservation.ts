import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import type { StorageReservation } from '../http/request/receive-file.ts'
import { arrivingBytes, quotaOf, usedBytes } from './usage.ts'
import { usageText } from './usage-text.ts'

/** Throws BAD_STATE if `moreBytes` exceed the quota. `heldBytes`: what the upload holds already. */
export function refuseOverQuota(ctx: Ctx, userId: string, moreBytes: number, heldBytes = 0): void {
  const quota = quotaOf(ctx, userId)
  if (quota === null) return
  const used = usedBytes(ctx, userId)
  if (used + moreBytes <= quota) return
  const words = usageText(used - heldBytes, quota)
  const hint = say('{words}. Delete files you no longer need, or ask the person who runs this site for more.', {
    words,
  })
  throw new AppError('BAD_STATE', say('There is not enough storage left in your account.'), { hint })
}

/** Reserves space of at least and at most these lengths. The rest is to be released at the end. */
export function reserveStorage(ctx: Ctx, userId: string, leastBytes: number, mostBytes: number): StorageReservation {
  const arriving = arrivingBytes(ctx)
  let heldBytes = 0
  const take = (bytes: number) => {
    heldBytes += bytes
    const all = (arriving.get(userId) ?? 0) + bytes
    if (all > 0) arriving.set(userId, all)
    else arriving.delete(userId)
  }
  const hold = (bytes: number) => {
    if (bytes <= heldBytes) return
    refuseOverQuota(ctx, userId, bytes - heldBytes, heldBytes)
    take(bytes - heldBytes)
  }
  hold(leastBytes)
  // All of it at once: several uploads that grow in parallel would take each other's last bytes.
  const quota = quotaOf(ctx, userId) ?? Number.POSITIVE_INFINITY
  hold(Math.min(mostBytes, heldBytes + quota - usedBytes(ctx, userId)))
  return { hold, release: () => take(-heldBytes) }
}
