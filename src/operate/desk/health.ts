import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { maintenanceOf, setMaintenance } from '../../platform/http/maintenance.ts'
import type { Viewer } from '../../platform/http/session.ts'
import { lookedOverAt, readFindings } from '../doctor/findings.ts'
import { askToLook, isLooking, lookingOf } from '../doctor/look-over.ts'
import type { Health, MaintenancePatch } from './model.ts'

const isoOf = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())

/** Returns what the doctor found last, and whether the site is closed for work. */
export function readHealth(ctx: Ctx): Health {
  const { since, text } = maintenanceOf(ctx)
  return {
    lookedAt: isoOf(lookedOverAt(ctx)),
    isLooking: isLooking(ctx),
    findings: readFindings(ctx).map((row) => ({
      name: row.name,
      ok: row.ok,
      text: row.problem ?? row.note,
      mend: row.mend,
      since: new Date(row.since).toISOString(),
    })),
    maintenance: { since: isoOf(since), text },
  }
}

/**
 * Has all checks run now. Throws BAD_STATE where the site does not run them by itself, as the demo.
 */
export function lookNow(ctx: Ctx): void {
  if (!lookingOf(ctx).run) throw new AppError('BAD_STATE', 'This site does not run the doctor by itself.')
  askToLook(ctx)
}

/** Closes the site for work, with words for its pages, or opens it. */
export function changeMaintenance(
  ctx: Ctx,
  { userId }: Pick<Viewer, 'userId'>,
  { isOn, text }: MaintenancePatch,
): void {
  const before = maintenanceOf(ctx)
  setMaintenance(ctx, { since: isOn ? (before.since ?? ctx.now()) : null, text: text.trim() })
  ctx.log.info('maintenance changed', { isOn, userId })
}
