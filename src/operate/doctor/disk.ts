import { largestAccounts } from '../../account/admin/list-accounts.ts'
import type { Ctx } from '../../context.ts'
import { tenthText } from '../../lib/language/formats.ts'
import { say } from '../../lib/language/say.ts'
import type { Check } from '../../platform/check.ts'
import { reservedBytes } from '../../platform/storage/keep-free.ts'
import { storageSize } from '../../platform/storage/usage-text.ts'

const gigabyte = 1_000_000_000
const named = 3

const gigabytes = (bytes: number) => `${tenthText(bytes / gigabyte)} GB`

function whoUsesMost(ctx: Ctx): string {
  const users = largestAccounts(ctx, named).map(({ handle, bytes }) => `@${handle} ${storageSize(bytes)}`)
  return users.length === 0 ? '' : `; ${say('most is stored by {users}', { users: users.join(', ') })}`
}

/**
 * Checks the free space of the data folder: the reserve for sales and sign-in, at least a gigabyte,
 * and two uploads of the largest size.
 */
export const diskCheck: Check = {
  name: 'disk',
  look(ctx) {
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
