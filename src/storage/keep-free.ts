import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'

const defaultShare = 0.05
const defaultMost = 1_024_000_000
const retryAfterSec = 600

/** Bytes of the disk that uploads, codes and zips leave free (rule 1.7): sales, sign-in and deletion need them. */
export const keptFreeBytes = ({ config, disk }: Pick<Ctx, 'config' | 'disk'>): number =>
  config.keepFreeBytes ?? Math.min(defaultMost, Math.floor(disk.totalBytes() * defaultShare))

/** Whether so many more bytes would take the disk below what is kept free. */
export function isShortOfRoom(ctx: Pick<Ctx, 'config' | 'disk'>, moreBytes = 0): boolean {
  const keptBytes = keptFreeBytes(ctx)
  return keptBytes > 0 && ctx.disk.freeBytes() - moreBytes < keptBytes
}

/** Refuses what would take the disk below what is kept free. Throws UNAVAILABLE. */
export function refuseFullDisk(ctx: Pick<Ctx, 'config' | 'disk'>, moreBytes = 0): void {
  if (!isShortOfRoom(ctx, moreBytes)) return
  const hint = 'The artist who runs this instance has to make room on its disk.'
  throw new AppError('UNAVAILABLE', 'There is no room to store this.', { hint, retryAfter: retryAfterSec })
}
