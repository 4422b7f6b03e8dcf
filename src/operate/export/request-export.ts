import { inTransaction } from '../../../db/commits.ts'
import { accountExports } from '../../../db/schema/operate/export.ts'
import type { Client } from '../../account/session/session.ts'
import type { Ctx } from '../../context.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { noteSecurity } from '../../platform/security/note-security.ts'
import { refuseFullDisk } from '../../platform/storage/keep-free.ts'
import { usedBytes } from '../../platform/storage/usage.ts'
import { exportKeptMs, makeExportJob } from './make-export.ts'
import type { Export } from './model.ts'
import { newestExport, toExport } from './own-export.ts'

/**
 * Starts a zip of the caller's own data and records that in their activity, or returns the one in
 * progress (rule: export). Throws UNAVAILABLE when the disk has no space for it.
 */
export function requestExport(ctx: Ctx, { userId }: Viewer, { address, userAgent }: Client): Export {
  const present = newestExport(ctx, userId)
  if (present?.state === 'MAKING') return toExport(present)
  refuseFullDisk(ctx, usedBytes(ctx, userId))
  const now = ctx.now()
  const row = { id: ctx.uuid(), userId, state: 'MAKING', createdAt: now, expiresAt: now + exportKeptMs } as const
  const made = inTransaction(ctx.db, () => {
    const asked = ctx.db.insert(accountExports).values(row).returning().get()
    ctx.jobs.add(makeExportJob, { exportId: asked.id }, { key: asked.id })
    return toExport(asked)
  })
  noteSecurity(ctx, 'data_asked', { userId, address, userAgent })
  return made
}
