import type { Ctx } from '../context.ts'
import { emojiUrl } from './emoji-url.ts'

type Casset = { id: string; currency: string }

/**
 * The emoji of a casset as somebody sees them: those on offer, and withdrawn ones that they have. `isOwn`: to their
 * artist, who may use each of them.
 */
export const shownEmojis = (ctx: Ctx, { id, currency }: Casset, userId: string | undefined, isOwn: boolean) =>
  ctx.reads.emojis(id, userId ?? '').map(({ emoji, heldId }) => ({
    id: emoji.id,
    shortcode: emoji.shortcode,
    url: emojiUrl(emoji),
    price: { amount: emoji.priceMinor, currency },
    owned: isOwn || heldId !== null,
  }))
