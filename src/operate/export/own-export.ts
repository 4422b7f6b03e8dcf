import { desc, eq } from 'drizzle-orm'
import { accountExports } from '../../../db/schema/operate/export.ts'
import type { Ctx } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import type { Export } from './model.ts'
import { problemText } from './problems.ts'

export type ExportRow = typeof accountExports.$inferSelect

export const exportPrefix = (userId: string): string => `export-${userId}-`

export const exportName = ({ id, userId }: Pick<ExportRow, 'id' | 'userId'>): string =>
  `${exportPrefix(userId)}${id}.zip`

export const newestExport = (ctx: Ctx, userId: string): ExportRow | undefined =>
  ctx.db
    .select()
    .from(accountExports)
    .where(eq(accountExports.userId, userId))
    .orderBy(desc(accountExports.id))
    .limit(1)
    .get()

/**
 * Returns an export of the caller. Throws NOT_FOUND when it is absent or has expired, FORBIDDEN
 * when another's (rule: forbidden-or-absent).
 */
export function ownExport(ctx: Ctx, id: string, author: Viewer): ExportRow {
  const row = ctx.db.select().from(accountExports).where(eq(accountExports.id, id)).get()
  if (!row || row.expiresAt <= ctx.now()) throw notFound('export')
  if (row.userId !== author.userId) throw new AppError('FORBIDDEN', say('This export belongs to somebody else.'))
  return row
}

export const toExport = ({ id, state, createdAt, expiresAt, bytes, problem }: ExportRow): Export => ({
  id,
  state,
  createdAt: new Date(createdAt).toISOString(),
  expiresAt: new Date(expiresAt).toISOString(),
  bytes,
  problem: problem === null ? null : problemText(problem),
})

/** Returns the caller's newest export; null when there is none, or it has expired. */
export function readPresentExport(ctx: Ctx, { userId }: Viewer): Export | null {
  const row = newestExport(ctx, userId)
  return row && row.expiresAt > ctx.now() ? toExport(row) : null
}
