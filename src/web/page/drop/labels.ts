import type { Campaign } from '../../../drop/view/model.ts'
import { say } from '../../../lib/language/say.ts'
import { sumText } from '../../../lib/money/money.ts'
import { listText } from '../../../lib/text/join-names.ts'

export const stateLabels = (): Readonly<Record<Campaign['state'], string>> => ({
  DRAFT: say('draft ## a drop'),
  FUNDING: say('waits for its prize ## a drop'),
  FUNDED: say('funded ## a drop'),
  OPEN: say('open ## a drop'),
  CLOSED: say('closed, winners chosen ## a drop'),
  PAYING: say('winners are being paid'),
  PAID: say('winners are paid'),
  CANCELLED: say('cancelled ## a drop'),
})

export const sumsText = (sums: Campaign['prize']): string => listText(sums.map(sumText))
