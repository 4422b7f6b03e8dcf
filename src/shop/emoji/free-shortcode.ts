import { and, eq, isNull, ne } from 'drizzle-orm'
import { emojis } from '../../../db/schema/shop/emoji.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'

/** Throws BAD_STATE when another emoji on offer has this shortcode; withdrawn emoji free theirs. */
export function requireFreeShortcode(ctx: Ctx, cassetId: string, shortcode: string, exceptId = ''): void {
  const same = and(
    eq(emojis.cassetId, cassetId),
    eq(emojis.shortcode, shortcode),
    isNull(emojis.withdrawnAt),
    ne(emojis.id, exceptId),
  )
  if (!ctx.db.select({ id: emojis.id }).from(emojis).where(same).get()) return
  throw new AppError('BAD_STATE', say('You already have an emoji called :{shortcode}:.', { shortcode }), {
    field: 'shortcode',
  })
}
