import type { Posting } from '../../books/ledger/post.ts'
import { say } from '../../lib/language/say.ts'

export type Part = 'gross' | 'back' | 'processing' | 'platform' | 'vat' | 'other' | 'transfers'

// A payout leaves an artist's own account, and changes no debt.
type Heading = Exclude<Posting['kind'], 'SALE' | 'PAYOUT' | 'PAYOUT_FAILURE'> | 'LATE'

const parts: Readonly<Record<Heading, Part>> = {
  REFUND: 'back',
  REFUND_FAILURE: 'back',
  DISPUTE: 'back',
  PROCESSOR_FEE: 'processing',
  PLATFORM_FEE: 'platform',
  PLATFORM_FEE_REFUND: 'platform',
  VAT: 'vat',
  VAT_RETURN: 'vat',
  EXCHANGE: 'other',
  PRIZE: 'other',
  PRIZE_FOUND: 'other',
  LATE: 'other',
  TRANSFER: 'transfers',
  TRANSFER_REVERSAL: 'transfers',
}

const partOfHeading: ReadonlyMap<string, Part> = new Map(Object.entries(parts))

/** Returns the part of a statement in which a heading counts: a kind of goods is a sale. */
export const partOf = (heading: string): Part => partOfHeading.get(heading) ?? 'gross'

export const partNames = (): Readonly<Record<Part, string>> => ({
  gross: say('Sales'),
  back: say('Refunds and disputes'),
  processing: say('Processing fees'),
  platform: say('Part of this site'),
  vat: say('VAT kept back'),
  other: say('Exchange, prizes and other'),
  transfers: say('Sent to the account'),
})
