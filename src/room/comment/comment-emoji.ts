import { and, eq, inArray, isNull } from 'drizzle-orm'
import { emojis } from '../../../db/schema/shop/emoji.ts'
import type { World } from '../../casset/access/visible-casset.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { hasEmoji } from '../../shop/emoji/sale/emoji-holdings.ts'

const shortcodes = /:([a-z0-9_]{2,32}):/g
const mostInText = 20

type Room = Pick<World, 'casset' | 'artist'>
type Writer = Pick<Viewer, 'userId'>

const mayUse = (ctx: Ctx, room: Room, emojiId: string, { userId }: Writer): boolean =>
  room.artist.userId === userId || hasEmoji(ctx, emojiId, userId)

/** Takes only emoji that the writer may use, written as :wave: (rule: room-emoji). */
export function emojiInText(ctx: Ctx, room: Room, text: string, writer: Writer): string[] {
  const named = [...new Set([...text.matchAll(shortcodes)].map(([, shortcode = '']) => shortcode))].slice(0, mostInText)
  if (named.length === 0) return []
  const found = ctx.db
    .select({ id: emojis.id })
    .from(emojis)
    .where(and(eq(emojis.cassetId, room.casset.id), inArray(emojis.shortcode, named), isNull(emojis.takenDown)))
    .all()
  return found.map(({ id }) => id).filter((id) => mayUse(ctx, room, id, writer))
}

/**
 * Returns the emoji of a comment: those that its writer lists, and those in its text. Throws
 * VALIDATION for one of another casset, FORBIDDEN for one that the writer does not have.
 */
export function emojiOfComment(ctx: Ctx, room: Room, text: string, asked: readonly string[], writer: Viewer): string[] {
  for (const id of asked) {
    const emoji = ctx.db.select().from(emojis).where(eq(emojis.id, id)).get()
    if (emoji?.cassetId !== room.casset.id || emoji.takenDown !== null)
      throw invalid('emojiIds', say('This casset has no such emoji.'))
    if (mayUse(ctx, room, id, writer)) continue
    const hint = say('Buy :{shortcode}: first; it is on the page of the casset.', { shortcode: emoji.shortcode })
    throw new AppError('FORBIDDEN', say('This emoji is not yours yet.'), { hint })
  }
  return [...new Set([...asked, ...emojiInText(ctx, room, text, writer)])]
}
