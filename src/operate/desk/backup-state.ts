import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import type { Finding } from '../../platform/check.ts'
import { storageSize } from '../../platform/storage/usage-text.ts'
import { backupCheck, daysSince } from '../backup/backup-check.ts'
import { readRuns } from '../backup/runs.ts'

/**
 * Says of the newest good backup when it was made, how large it is and whether it was restored for
 * a test. Having none is a fault here, whatever else the site does.
 */
export async function lookAtBackups(ctx: Ctx): Promise<Finding> {
  const found = await backupCheck.look(ctx)
  const { config } = ctx
  if (found.problem !== undefined) return found
  const { goodBackup, goodTrial } = readRuns(ctx)
  if (config.backup.to === undefined && !config.standby.replica) {
    const problem = say('no backup is made: when this disk fails, everything on it is lost')
    return { problem, fix: say('name a folder on another disk, or a bucket; one is then made each night') }
  }
  if (goodBackup === undefined) {
    if (config.standby.replica) return found
    return { problem: say('there is no backup yet; the first one is made tonight'), fix: say('or make it now') }
  }
  const trial = trialText(goodTrial && daysSince(ctx, goodTrial.startedAt))
  return { ...found, note: `${found.note}; ${storageSize(goodBackup.bytes)}, ${trial}` }
}

function trialText(days: number | undefined): string {
  if (days === undefined) return say('not restored for a test yet ## a backup')
  return days === 0
    ? say('restored for a test today ## a backup')
    : say('restored for a test {days, plural, one {# day} other {# days}} ago ## a backup', { days })
}
