import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import { quotaOf, usedBytes } from './usage.ts'
import { usageWords } from './usage-words.ts'

/** Room that one upload takes of its account's, before the bytes are there, so that uploads beside it cannot take it too. */
export type Room = {
  /** Holds at least so many bytes. Throws BAD_STATE when the account has not so many left. */
  hold(bytes: number): void
  /** Gives back what is held; what is stored by then counts by itself. */
  release(): void
}

/** Refuses to store more than an account may, beside `heldBytes`. Throws BAD_STATE with what is used in its hint. */
export function refuseOverQuota(ctx: Ctx, userId: string, moreBytes: number, heldBytes = 0): void {
  const quota = quotaOf(ctx, userId)
  if (quota === null) return
  const used = usedBytes(ctx, userId)
  if (used + moreBytes <= quota) return
  const words = usageWords(used - heldBytes, quota)
  const hint = `${words}. Delete files you no longer need, or ask the artist who runs this instance for more room.`
  throw new AppError('BAD_STATE', 'There is not enough room left in your account.', { hint })
}

/** Room for what comes in one request, at least and at most so long. What is left of it at the end has to be released. */
export function openRoom(ctx: Ctx, userId: string, leastBytes: number, mostBytes: number): Room {
  let heldBytes = 0
  const take = (bytes: number) => {
    heldBytes += bytes
    const all = (ctx.arrivingBytes.get(userId) ?? 0) + bytes
    if (all > 0) ctx.arrivingBytes.set(userId, all)
    else ctx.arrivingBytes.delete(userId)
  }
  const hold = (bytes: number) => {
    if (bytes <= heldBytes) return
    refuseOverQuota(ctx, userId, bytes - heldBytes, heldBytes)
    take(bytes - heldBytes)
  }
  hold(leastBytes)
  // Whole from the start: of many uploads that grow side by side, each would take the last of the others' room.
  const quota = quotaOf(ctx, userId) ?? Number.POSITIVE_INFINITY
  hold(Math.min(mostBytes, heldBytes + quota - usedBytes(ctx, userId)))
  return { hold, release: () => take(-heldBytes) }
}
