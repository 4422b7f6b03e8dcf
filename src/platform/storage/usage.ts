import { eq, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { users } from '../../../db/schema/account/account.ts'
import type { Ctx } from '../../context.ts'
import type { Viewer } from '../http/session.ts'
import { ownState } from '../own-state.ts'
import type { Storage } from './model.ts'
import { usageWords } from './usage-words.ts'

const ownCassets = (user: string) =>
  `(SELECT c.id FROM artists a JOIN cassets c ON c.artist_id = a.id WHERE a.user_id = ${user})`

/**
 * Returns the SQL for the bytes that an account stores: masters, their hooks and renditions, pictures in all sizes, stems,
 * emoji, and resumable uploads at their declared length. The same bytes twice count twice, also the copy of a track on a
 * co-casset, which is its contributor's.
 */
export const storedBytesSql = (user: string): string => `(
  (SELECT total(bytes) + total(hook_bytes) + total(play_bytes) FROM tracks
    WHERE casset_id IN ${ownCassets(user)} AND contributor_id IS NULL)
  + (SELECT total(bytes) + total(hook_bytes) + total(play_bytes) FROM tracks
    WHERE contributor_id IN (SELECT id FROM artists WHERE user_id = ${user}))
  + (SELECT total(bytes) + total(variant_bytes) FROM assets WHERE user_id = ${user})
  + (SELECT total(bytes) FROM emojis WHERE casset_id IN ${ownCassets(user)})
  + (SELECT total(bytes) FROM uploads WHERE user_id = ${user}))`

const storedBytes = `SELECT ${storedBytesSql('$userId')} AS bytes`

/** Bytes reserved for uploads in progress, by account. */
export const arrivingBytes = ownState(() => new Map<string, number>())

/** Returns the bytes that an account uses, including what is arriving now. */
export function usedBytes(ctx: Ctx, userId: string): number {
  const row = ctx.db.$client.query<{ bytes: number }, { userId: string }>(storedBytes).get({ userId })
  return (row?.bytes ?? 0) + (arrivingBytes(ctx).get(userId) ?? 0)
}

const quotaGrounds = prepared((db) =>
  db
    .select({ role: users.role, trusted: users.trusted })
    .from(users)
    .where(eq(users.id, sql.placeholder('userId'))),
)

/** Returns how many bytes an account may store; null for the owner of the instance and trusted accounts. */
export function quotaOf(ctx: Ctx, userId: string): number | null {
  const user = quotaGrounds(ctx.db).get({ userId })
  return user?.role === 'owner' || user?.trusted ? null : ctx.config.accountQuotaBytes
}

/** Returns the viewer's stored bytes and quota. */
export function readStorage(ctx: Ctx, { userId }: Viewer): Storage {
  const bytes = usedBytes(ctx, userId)
  const quotaBytes = quotaOf(ctx, userId)
  return { bytes, quotaBytes, words: usageWords(bytes, quotaBytes) }
}
