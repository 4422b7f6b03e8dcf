import { statSync } from 'node:fs'
import type { Ctx } from '../../context.ts'
import { dayMs } from '../../lib/calendar.ts'
import { count } from '../../lib/count.ts'
import type { Check, Finding } from '../../platform/check.ts'
import { readRuns } from './runs.ts'

const oldMs = 2 * dayMs

/** Returns how old something is, in days. */
export const daysSince = (ctx: Ctx, ms: number): number => Math.max(0, Math.floor((ctx.now() - ms) / dayMs))

const ago = (ctx: Ctx, ms: number) => (daysSince(ctx, ms) === 0 ? 'today' : `${count(daysSince(ctx, ms), 'day')} ago`)

/** Checks that the nightly backup was made, is good, and can be restored. */
export const backupCheck: Check = {
  name: 'backups',
  look(ctx) {
    const { to } = ctx.config.backup
    const { backup, goodBackup, trial } = readRuns(ctx)
    if (!to) {
      const fix = 'name a folder on another disk, or a bucket, under Backups at the desk'
      return { note: 'no backup is made by itself', fix }
    }
    const last = goodBackup ? `the last good one was made ${ago(ctx, goodBackup.startedAt)}` : 'there is no good one'
    if (backup?.problem) return bad(`the last backup failed: ${trimmed(backup.problem)}; ${last}`)
    if (backup && ctx.now() - backup.startedAt > oldMs) return bad(last)
    if (trial?.problem) return bad(`a backup could not be restored: ${trimmed(trial.problem)}; older ones are kept`)
    if (!goodBackup) return { note: 'the first backup is made tonight' }
    return { note: isBeside(ctx) ? `${last}; it is on the same disk as the site` : last }
  },
}

const bad = (problem: string): Finding => ({
  problem,
  fix: 'see Backups at the desk, and run tapedeck backup --to by hand, which prints why',
})

const trimmed = (text: string) => text.replace(/\.$/, '')

function isBeside({ config: { backup, dataDir } }: Ctx): boolean {
  if (backup.to?.kind !== 'folder') return false
  const device = (path: string) => statSync(path, { throwIfNoEntry: false })?.dev
  return device(backup.to.path) === device(dataDir)
}
