import { eq } from 'drizzle-orm'
import { emojis } from '../../../db/schema/shop/emoji.ts'
import { type CassetRow, ownCasset } from '../../casset/casset.ts'
import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import type { Viewer } from '../../platform/http/session/session.ts'

export type EmojiRow = typeof emojis.$inferSelect

/** Throws NOT_FOUND when absent, FORBIDDEN when another artist's. */
export function ownEmoji(ctx: Ctx, id: string, author: Viewer): { emoji: EmojiRow; casset: CassetRow } {
  const emoji = ctx.db.select().from(emojis).where(eq(emojis.id, id)).get()
  if (!emoji) throw notFound('emoji')
  return { emoji, casset: ownCasset(ctx, emoji.cassetId, author) }
}
