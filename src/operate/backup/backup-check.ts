import { statSync } from 'node:fs'
import type { Ctx } from '../../context.ts'
import { dayMs } from '../../lib/calendar.ts'
import { say } from '../../lib/language/say.ts'
import type { Check, Finding } from '../../platform/check.ts'
import { readRuns } from './runs.ts'

const oldMs = 2 * dayMs

/** Returns how old something is, in days. */
export const daysSince = (ctx: Ctx, ms: number): number => Math.max(0, Math.floor((ctx.now() - ms) / dayMs))

const madeText = (days: number): string =>
  days === 0
    ? say('the last good one was made today ## a backup')
    : say('the last good one was made {days, plural, one {# day} other {# days}} ago ## a backup', { days })

/** Checks that the nightly backup was made, is good, and can be restored. */
export const backupCheck: Check = {
  name: 'backups',
  look(ctx) {
    const { to } = ctx.config.backup
    const { backup, goodBackup, trial } = readRuns(ctx)
    if (!to) {
      const fix = say('name a folder on another disk, or a bucket, under Backups at the desk')
      return { note: say('no backup is made automatically'), fix }
    }
    const last = goodBackup ? madeText(daysSince(ctx, goodBackup.startedAt)) : say('there is no good one ## a backup')
    if (backup?.problem)
      return bad(`${say('the last backup failed: {problem}', { problem: trimmed(backup.problem) })}; ${last}`)
    if (backup && ctx.now() - backup.startedAt > oldMs) return bad(last)
    if (trial?.problem)
      return bad(
        say('a backup could not be restored: {problem}; older ones are kept', { problem: trimmed(trial.problem) }),
      )
    if (!goodBackup) return { note: say('the first backup is made tonight') }
    return { note: isBeside(ctx) ? `${last}; ${say('it is on the same disk as the site')}` : last }
  },
}

const bad = (problem: string): Finding => ({
  problem,
  fix: say('see Backups at the desk, and run tapedeck backup --to by hand, which prints why'),
})

const trimmed = (text: string) => text.replace(/\.$/, '')

function isBeside({ config: { backup, dataDir } }: Ctx): boolean {
  if (backup.to?.kind !== 'folder') return false
  const device = (path: string) => statSync(path, { throwIfNoEntry: false })?.dev
  return device(backup.to.path) === device(dataDir)
}
