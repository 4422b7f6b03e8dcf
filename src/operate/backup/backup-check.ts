import { statSync } from 'node:fs'
import { and, gte, lt } from 'drizzle-orm'
import { ledgerAccounts } from '../../../db/schema/books/ledger.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import { type BackupPlace, isPlaceOfBlobs } from '../../platform/backup/config.ts'
import { createBucket } from '../../platform/bucket/bucket.ts'
import { fixOf, toBucketError } from '../../platform/bucket/bucket-error.ts'
import { ownerKey } from '../../platform/bucket/try-bucket.ts'
import type { Check, Finding } from '../../platform/check.ts'
import { besideBlobs, ofBlobs } from './place-of-blobs.ts'
import { readRuns } from './runs.ts'

const oldMs = 2 * dayMs

/** A backup that somebody made by hand counts for so long where none is made by itself. */
const byHandMs = 8 * dayMs

/** Returns whether somebody has paid real money here: accounts are `live:` and what they are of. */
function takesMoney({ db }: Ctx): boolean {
  const isLive = and(gte(ledgerAccounts.id, 'live:'), lt(ledgerAccounts.id, 'live;'))
  return db.select({ id: ledgerAccounts.id }).from(ledgerAccounts).where(isLive).limit(1).get() !== undefined
}

export const daysSince = (ctx: Ctx, ms: number): number => Math.max(0, Math.floor((ctx.now() - ms) / dayMs))

const madeText = (days: number): string =>
  days === 0
    ? say('the last good one was made today ## a backup')
    : say('the last good one was made {days, plural, one {# day} other {# days}} ago ## a backup', { days })

export const backupCheck: Check = {
  name: 'backups',
  place: 280,
  look(ctx) {
    const { to } = ctx.config.backup
    const { backup, goodBackup, trial } = readRuns(ctx)
    if (!to) {
      const fix = say('name a folder on another disk, or a bucket, under Backups at the desk')
      const isRecent = goodBackup !== undefined && ctx.now() - goodBackup.startedAt < byHandMs
      return takesMoney(ctx) && !isRecent && !ctx.config.standby.replica
        ? { problem: say('people have paid here, and no backup of this site is made'), fix }
        : { note: say('no backup is made automatically'), fix }
    }
    if (isPlaceOfBlobs(to, ctx.config.bucket))
      return { problem: `BACKUP_TO: ${ofBlobs()}`, fix: besideBlobs().replace(/\.$/, '') }
    const last = goodBackup ? madeText(daysSince(ctx, goodBackup.startedAt)) : say('there is no good one ## a backup')
    if (backup?.problem)
      return bad(`${say('the last backup failed: {problem}', { problem: trimmed(backup.problem) })}; ${last}`)
    if (to.kind === 'folder' && !statSync(to.path, { throwIfNoEntry: false })?.isDirectory()) {
      const fix = say('make it again, or mount its disk; else name another one under Backups at the desk')
      return { problem: say('there is no folder {path} any more', { path: to.path }), fix }
    }
    if (backup && ctx.now() - backup.startedAt > oldMs) return bad(last)
    if (trial?.problem)
      return bad(
        say('a backup could not be restored: {problem}; older ones are kept', { problem: trimmed(trial.problem) }),
      )
    const well = { note: goodBackup ? last : say('the first backup is made tonight') }
    if (to.kind === 'bucket') return bucketFault(to).then((fault) => fault ?? well)
    return goodBackup && isBeside(ctx) ? { note: `${last}; ${say('it is on the same disk as the site')}` } : well
  },
}

/** Returns the fault of a bucket that somebody has to mend; one that is away may come back. */
async function bucketFault({ bucket, names }: Extract<BackupPlace, { kind: 'bucket' }>): Promise<Finding | undefined> {
  try {
    for await (const _ of createBucket(bucket).list(ownerKey)) break
  } catch (thrown) {
    const { fault, said } = toBucketError(thrown)
    if (fault !== 'away') return { problem: `${names.place}: ${trimmed(said)}`, fix: trimmed(fixOf[fault](names)) }
  }
  return undefined
}

const bad = (problem: string): Finding => ({
  problem,
  fix: say('correct it under Backups at the desk, and press Back up now there'),
})

const trimmed = (text: string) => text.replace(/\.$/, '')

function isBeside({ config: { backup, dataDir } }: Ctx): boolean {
  if (backup.to?.kind !== 'folder') return false
  const device = (path: string) => statSync(path, { throwIfNoEntry: false })?.dev
  return device(backup.to.path) === device(dataDir)
}
