import type { Ctx } from '../../context.ts'
import { canBePaid } from '../../seller/can-be-paid.ts'
import { canCollect, type Media } from './tape-view.ts'

/**
 * How a casset stands to its visitor: their own, collected already, open to be collected, still blank, shut because no
 * payments are taken here, or waiting for its artist to set payouts up; `unsold` is that to the artist themselves.
 */
export type VisitorState = 'own' | 'unsold' | 'yours' | 'open' | 'blank' | 'shut' | 'waiting'

/** Where a visitor stands with a casset. */
export function visitorState(ctx: Ctx, { artist, casset, tracks, viewer }: Media): VisitorState {
  const isOpen = canCollect(ctx, artist.handle, casset.price)
  const isOff = ctx.config.payments === 'off'
  if (viewer.owner) return isOpen || isOff ? 'own' : 'unsold'
  if (viewer.entitled) return 'yours'
  if (tracks.length === 0) return 'blank'
  if (isOpen) return 'open'
  return isOff ? 'shut' : 'waiting'
}

/** An emoji as pages show it. */
export type EmojiView = Media['emojis'][number]

/** What lies beside a casset: whether its artist may be tipped, and the emoji that a visitor has or may have. */
export type Extras = { canTip: boolean; emojis: EmojiView[] }

/** The tray of a world. To its own artist nothing is sold. */
export function extrasOf(ctx: Ctx, { artist, emojis, viewer }: Media): Extras {
  const canPay = !viewer.owner && canBePaid(ctx, artist.handle)
  return { canTip: canPay, emojis: emojis.filter(({ owned, price }) => owned || canPay || price.amount === 0) }
}
