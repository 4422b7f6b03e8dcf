import { isBusy } from '../../../../db/is-busy.ts'
import { noteValue } from '../../../../db/kept-value.ts'
import { largestAccounts } from '../../../account/admin/list-accounts.ts'
import type { Ctx } from '../../../context.ts'
import { diskFaultOf } from '../../../lib/file/disk-fault.ts'
import { tenthText } from '../../../lib/language/formats.ts'
import { say } from '../../../lib/language/say.ts'
import type { Check, Finding } from '../../../platform/check.ts'
import { reservedBytes } from '../../../platform/storage/keep-free.ts'
import { storageSize } from '../../../platform/storage/usage-text.ts'

const gigabyte = 1_000_000_000
const named = 3

const gigabytes = (bytes: number) => `${tenthText(bytes / gigabyte)} GB`

function whoUsesMost(ctx: Ctx): string {
  const users = largestAccounts(ctx, named).map(({ handle, bytes }) => `@${handle} ${storageSize(bytes)}`)
  return users.length === 0 ? '' : `; ${say('most is stored by {users}', { users: users.join(', ') })}`
}

/** Returns the fault of a disk that does not take what the database writes. */
async function writeFault(ctx: Ctx): Promise<Finding | undefined> {
  try {
    await ctx.durably(() => noteValue(ctx.db, 'disk-tried-at', `${ctx.now()}`))
    return undefined
  } catch (error) {
    // Somebody else writes for long: that is no fault of the disk.
    if (isBusy(error)) return undefined
    const code = diskFaultOf(error)?.code ?? (error instanceof Error && 'code' in error ? String(error.code) : '?')
    return {
      problem: say('the disk does not take what is written ({code}): what happens now may be lost', { code }),
      fix: say(
        'look at the disk, its room and its cables, and move the site to another one; tapedeck doctor --fix then fetches what was paid',
      ),
    }
  }
}

/**
 * Checks that the disk of the data folder takes what is written, and its free space: the reserve
 * for sales and sign-in, at least a gigabyte, and two uploads of the largest size.
 */
export const diskCheck: Check = {
  name: 'disk',
  place: 310,
  async look(ctx) {
    const fault = await writeFault(ctx)
    if (fault) return fault
    const free = ctx.disk.freeBytes()
    const kept = reservedBytes(ctx)
    const fix = say('free some space, or move DATA_DIR to a larger disk')
    if (free < kept) {
      const problem = say(
        '{free} are free, less than the {kept} that KEEP_FREE_MB keeps for sales and sign-in: uploads, codes and new zips are refused',
        { free: storageSize(free), kept: storageSize(kept) },
      )
      return { problem: `${problem}${whoUsesMost(ctx)}`, fix }
    }
    if (free >= Math.max(gigabyte, kept + 2 * ctx.config.maxUploadBytes))
      return { note: say('{free} free ## room on a disk', { free: gigabytes(free) }) }
    return { problem: `${say('only {free} are free', { free: gigabytes(free) })}${whoUsesMost(ctx)}`, fix }
  },
}
