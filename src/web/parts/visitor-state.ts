import { canBePaid, obstacleTo } from '../../books/seller/can-be-paid.ts'
import type { Ctx } from '../../context.ts'
import { canCollect, closedTracksOf, type Media } from './tape-view.ts'

/**
 * The relation of a visitor to a casset: it is their own, collected already, open to be collected,
 * without tracks, closed because payments are off or its artist is suspended, or waiting until its
 * artist can be paid; `unsold` is the last one for the artist themselves.
 */
export type VisitorState = 'own' | 'unsold' | 'yours' | 'open' | 'blank' | 'shut' | 'suspended' | 'waiting'

export function visitorState(ctx: Ctx, media: Media): VisitorState {
  const { artist, casset, viewer } = media
  const isOpen = canCollect(ctx, artist.handle, casset.price)
  const isOff = ctx.config.payments === 'off'
  if (viewer.owner || viewer.member) return isOpen || isOff ? 'own' : 'unsold'
  if (viewer.entitled) return 'yours'
  if (media.tracks.length + closedTracksOf(media).length === 0) return 'blank'
  if (isOpen) return 'open'
  if (isOff) return 'shut'
  return obstacleTo(ctx, artist.handle) === 'suspended' ? 'suspended' : 'waiting'
}

export type EmojiView = Media['emojis'][number]

/**
 * The offers next to a casset: whether its artist can be tipped, and the emoji that a visitor has
 * or can get.
 */
export type Extras = { canTip: boolean; emojis: EmojiView[] }

/** Returns the extras of a world. Its own artist is offered nothing for sale. */
export function extrasOf(ctx: Ctx, { artist, emojis, viewer }: Media): Extras {
  const canPay = !viewer.owner && !viewer.member && canBePaid(ctx, artist.handle)
  return { canTip: canPay, emojis: emojis.filter(({ owned, price }) => owned || canPay || price.amount === 0) }
}
