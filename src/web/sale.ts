import type { Config } from '../config.ts'
import { canCollect, type Media } from './tape-view.ts'

/**
 * How a casset stands to its visitor: their own, collected already, open to be collected, still blank, or shut because
 * it has a price and no payments are taken here.
 */
export type Sale = 'own' | 'yours' | 'open' | 'blank' | 'shut'

/** Where a visitor stands with a casset. */
export function saleOf(config: Config, { casset, tracks, viewer }: Media): Sale {
  if (viewer.owner) return 'own'
  if (viewer.entitled) return 'yours'
  if (tracks.length === 0) return 'blank'
  return canCollect(config, casset.price) ? 'open' : 'shut'
}
