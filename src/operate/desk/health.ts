import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say, sayKept } from '../../lib/language/say.ts'
import { isoOf } from '../../lib/time/iso-time.ts'
import { nameOf } from '../../platform/backup/config.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { maintenanceOf, setMaintenance } from '../../platform/http/site/maintenance.ts'
import { becomeSite, isCopy, restoredFrom } from '../../platform/instance.ts'
import { restartingOf } from '../../platform/setting/restarting.ts'
import { groupsIn } from '../../platform/setting/settings.ts'
import { daysSince } from '../backup/backup-check.ts'
import { askForBackup, backingUpOf, isBackingUp } from '../backup/nightly-backup.ts'
import { isHeldElsewhere } from '../backup/open-own-place.ts'
import { readRuns } from '../backup/runs.ts'
import { checkName } from '../doctor/check-names.ts'
import { lookedOverAt, readFindings } from '../doctor/findings.ts'
import { isLooking, lookingOf, queueLookOver } from '../doctor/look-over.ts'
import type { Health, MaintenancePatch } from './model.ts'

export function readHealth(ctx: Ctx): Health {
  const { since, text } = maintenanceOf(ctx)
  return {
    lookedAt: isoOf(lookedOverAt(ctx)),
    isLooking: isLooking(ctx),
    findings: readFindings(ctx).map((row) => ({
      name: row.name,
      title: checkName(row.name),
      ok: row.ok,
      lost: row.lost,
      text: saidOf(row.problem ?? row.note),
      fix: saidOf(row.fix),
      since: new Date(row.since).toISOString(),
      groups: groupsIn(`${row.problem ?? ''} ${row.fix ?? ''}`),
    })),
    backups: readBackups(ctx),
    maintenance: { since: isoOf(since), text },
    copy: readCopy(ctx),
  }
}

function readCopy(ctx: Ctx): Health['copy'] {
  const { dataDir } = ctx.config
  if (!isCopy(ctx.db, dataDir)) return isHeldElsewhere(ctx) ? { kind: 'elsewhere', madeAt: null } : null
  const from = restoredFrom(dataDir)
  if (!from) return { kind: 'copied', madeAt: null }
  return { kind: from.isLook ? 'look' : 'restored', madeAt: isoOf(from.madeAt) }
}

/** Says that this copy is the site, and serves it as that (rule: copy-of-site). */
export async function sayIsSite(ctx: Ctx, { userId }: Pick<Viewer, 'userId'>): Promise<void> {
  becomeSite(ctx.db, ctx.config.dataDir)
  ctx.log.warn('this copy was said to be the site', { userId })
  await restartingOf(ctx).restart()
}

const saidOf = (kept: string | null): string | null => (kept === null ? null : sayKept(kept))

function readBackups(ctx: Ctx): Health['backups'] {
  const { to, passphrase } = ctx.config.backup
  const { backup, goodBackup, trial, goodTrial } = readRuns(ctx)
  return {
    place: to === undefined ? null : nameOf(to),
    isEncrypted: passphrase !== undefined,
    isRunning: isBackingUp(ctx),
    goodAt: isoOf(goodBackup?.startedAt ?? null),
    goodDays: goodBackup ? daysSince(ctx, goodBackup.startedAt) : null,
    bytes: goodBackup?.bytes ?? 0,
    restoredAt: isoOf(goodTrial?.startedAt ?? null),
    problem: backup?.problem ?? null,
    trialProblem: trial?.problem ?? null,
  }
}

/** Has a backup made now. Throws BAD_STATE where no place is set. */
export function backUpNow(ctx: Ctx): void {
  if (!ctx.config.backup.to)
    throw new AppError('BAD_STATE', say('No place for backups is set.'), {
      hint: say('Name one under Backups at the desk.'),
    })
  if (!backingUpOf(ctx).run) throw new AppError('BAD_STATE', say('This site makes no automatic backups.'))
  askForBackup(ctx)
}

/** Throws BAD_STATE where the site does not run them by itself, as the demo. */
export function lookNow(ctx: Ctx): void {
  if (!lookingOf(ctx).run) throw new AppError('BAD_STATE', say('This site does not run the doctor automatically.'))
  queueLookOver(ctx)
}

export function changeMaintenance(
  ctx: Ctx,
  { userId }: Pick<Viewer, 'userId'>,
  { isOn, text }: MaintenancePatch,
): void {
  const before = maintenanceOf(ctx)
  setMaintenance(ctx, { since: isOn ? (before.since ?? ctx.now()) : null, text: text.trim() })
  ctx.log.info('maintenance changed', { isOn, userId })
}
