import type { Campaign } from '../../../drop/view/model.ts'
import { sumText } from '../../../lib/money.ts'

/** The words for a drop's state. */
export const stateLabels: Readonly<Record<Campaign['state'], string>> = {
  DRAFT: 'draft',
  FUNDING: 'waits for its prize',
  FUNDED: 'funded',
  OPEN: 'open',
  CLOSED: 'closed, winners chosen',
  PAYING: 'winners are being paid',
  PAID: 'winners are paid',
  CANCELLED: 'cancelled',
}

/** Returns amounts of money in words. */
export const sumsText = (sums: Campaign['prize']): string => sums.map(sumText).join(' and ')
