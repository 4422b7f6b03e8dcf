import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'

const defaultShare = 0.05
const defaultMost = 1_024_000_000
const retryAfterSec = 600

/** Bytes that uploads, codes and zips leave free (rule: disk-reserve) for sales and sign-in. */
export const reservedBytes = ({ config, disk }: Pick<Ctx, 'config' | 'disk'>): number =>
  config.keepFreeBytes ?? Math.min(defaultMost, Math.floor(disk.totalBytes() * defaultShare))

/** Returns whether so many more bytes would use up the reserve. */
export function isShortOfSpace(ctx: Pick<Ctx, 'config' | 'disk'>, moreBytes = 0): boolean {
  const keptBytes = reservedBytes(ctx)
  return keptBytes > 0 && ctx.disk.freeBytes() - moreBytes < keptBytes
}

/** Throws UNAVAILABLE when so many more bytes would use up the reserve. */
export function refuseFullDisk(ctx: Pick<Ctx, 'config' | 'disk'>, moreBytes = 0): void {
  if (!isShortOfSpace(ctx, moreBytes)) return
  const hint = say('The person who runs this site has to free some disk space.')
  throw new AppError('UNAVAILABLE', say('There is not enough disk space to store this.'), {
    hint,
    retryAfter: retryAfterSec,
  })
}
