import type { Campaign } from '../../../drop/view/model.ts'
import { sumText } from '../../../lib/money.ts'

/** What a drop's state is called where it is read. */
export const stateWords: Readonly<Record<Campaign['state'], string>> = {
  DRAFT: 'draft',
  FUNDING: 'waits for its prize',
  FUNDED: 'funded',
  OPEN: 'open',
  CLOSED: 'closed, winners chosen',
  PAYING: 'winners are being paid',
  PAID: 'winners are paid',
  CANCELLED: 'cancelled',
}

/** Returns sums of money in words. */
export const sumsText = (sums: Campaign['prize']): string => sums.map(sumText).join(' and ')
