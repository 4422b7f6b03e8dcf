import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Ctx } from '../../context.ts'
import { fileHoldersOf } from '../file-holder.ts'
import { accountsOf } from '../http/session/accounts.ts'
import type { Viewer } from '../http/session/session.ts'
import { ownState } from '../own-state.ts'
import type { Storage } from './model.ts'
import { usageText } from './usage-text.ts'

/**
 * Returns the expression for the bytes that an account stores: masters, their hooks and renditions,
 * pictures in all sizes, stems, emoji, and resumable uploads at their declared length. The same
 * bytes twice count twice, also the copy of a track on a co-casset, which is its contributor's.
 */
export function storedBytes(ctx: Pick<Ctx, 'db'>, userId: SQLiteColumn | Placeholder): SQL<number> {
  const stored = fileHoldersOf(ctx).flatMap((holder) => holder.bytes?.(ctx.db, userId) ?? [])
  return sql<number>`${sql.join(stored, sql` + `)}`
}

// Raw: a row without a table.
const usageOfAccount = ownState((ctx) =>
  ctx.db
    .select({ bytes: storedBytes(ctx, sql.placeholder('userId')) })
    .from(sql`(SELECT 1)`)
    .prepare(),
)

/** Bytes reserved for uploads in progress, by account. */
export const arrivingBytes = ownState(() => new Map<string, number>())

/** Returns the bytes that an account uses, including what is arriving now. */
export function usedBytes(ctx: Ctx, userId: string): number {
  return (usageOfAccount(ctx).get({ userId })?.bytes ?? 0) + (arrivingBytes(ctx).get(userId) ?? 0)
}

/** Null for the owner of the instance and trusted accounts. */
export function quotaOf(ctx: Ctx, userId: string): number | null {
  return accountsOf(ctx).hasNoQuota(ctx, userId) ? null : ctx.config.accountQuotaBytes
}

/** Returns the viewer's stored bytes and quota. */
export function readStorage(ctx: Ctx, { userId }: Viewer): Storage {
  const bytes = usedBytes(ctx, userId)
  const quotaBytes = quotaOf(ctx, userId)
  return { bytes, quotaBytes, words: usageText(bytes, quotaBytes) }
}
