import { readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { eq, lte } from 'drizzle-orm'
import { accountExports } from '../../../db/schema/operate/export.ts'
import { endExportsKind } from '../../casset/track/loss/erase-for-cause.ts'
import type { Ctx } from '../../context.ts'
import { defineJob } from '../../platform/job/define-job.ts'
import { type ExportRow, exportName, exportPrefix } from './own-export.ts'

const atOnce = 50

/** Deletes the exports of an account, including one in progress: its owner requests another. */
export const endExportsJob = defineJob(endExportsKind.kind, {
  payload: endExportsKind.payload,
  concurrency: 1,
  maxAttempts: 5,
  run: (ctx, { userId }) => {
    const rows = ctx.db.select().from(accountExports).where(eq(accountExports.userId, userId)).all()
    return endExports(ctx, rows)
  },
})

export async function endExports(ctx: Ctx, rows: readonly ExportRow[]): Promise<void> {
  for (const row of rows) {
    await rm(ctx.blobs.made(exportName(row)), { force: true })
    ctx.db.delete(accountExports).where(eq(accountExports.id, row.id)).run()
  }
}

/** Deletes expired exports (rule: export). */
export async function pruneExports(ctx: Ctx): Promise<void> {
  const isOver = lte(accountExports.expiresAt, ctx.now())
  for (;;) {
    const rows = ctx.db.select().from(accountExports).where(isOver).limit(atOnce).all()
    if (rows.length === 0) return
    await endExports(ctx, rows)
  }
}

/** Deletes the files of an account whose rows are gone. */
export async function dropExportFiles(ctx: Ctx, userId: string): Promise<void> {
  const theirs = readdirSync(ctx.blobs.made('.')).filter((name) => name.startsWith(exportPrefix(userId)))
  for (const name of theirs) await rm(ctx.blobs.made(name), { force: true })
}
