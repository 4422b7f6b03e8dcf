import type { Ctx } from '../../context.ts'
import { canBePaid } from '../../seller/can-be-paid.ts'
import type { Media } from './tape-view.ts'

/** An emoji as pages show it. */
export type EmojiView = Media['emojis'][number]

/** What lies beside a casset: whether its artist may be tipped, and the emoji that a visitor has or may have. */
export type Tray = { canTip: boolean; emojis: EmojiView[] }

/** The tray of a world. To its own artist nothing is sold. */
export function trayOf(ctx: Ctx, { artist, emojis, viewer }: Media): Tray {
  const canPay = !viewer.owner && canBePaid(ctx, artist.handle)
  return { canTip: canPay, emojis: emojis.filter(({ owned, price }) => owned || canPay || price.amount === 0) }
}
