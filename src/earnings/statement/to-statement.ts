import { callBacks } from '../../../db/schema/order/order.ts'
import { decimalText, digitsOf } from '../../lib/money/money.ts'
import { csvLine, csvMark } from '../../lib/text/csv.ts'
import { monthText } from '../../lib/time/month.ts'
import type * as shape from './model.ts'
import { partOf } from './part-of.ts'
import type { Statement, StatementSums } from './statement.ts'

export const correctionsOf = ({ lines }: Pick<StatementSums, 'lines'>): number =>
  lines
    .filter(({ isCorrection, heading }) => isCorrection && partOf(heading) !== 'transfers')
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0)

export const toStatement = (statement: Statement): shape.Statement => ({
  id: statement.id,
  number: statement.number,
  month: monthText(statement.month),
  handle: statement.artistHandle,
  isSelfBilled: statement.isSelfBilled,
  issuedAt: new Date(statement.issuedAt).toISOString(),
  currencies: statement.currencies.map((sums) => ({
    currency: sums.currency,
    opening: sums.openingMinor,
    gross: sums.gross,
    returned: sums.back,
    processorFees: sums.processing,
    platformFees: sums.platform,
    vat: sums.vat,
    other: sums.other,
    net: sums.netMinor,
    transfers: sums.transfers,
    closing: sums.closingMinor,
    waiting: sums.waiting.map(({ waitsFor, amountMinor: amount }) => ({ waitsFor, amount })),
    corrections: correctionsOf(sums),
  })),
})

const amounts = [
  'opening',
  'gross',
  'returned',
  'processorFees',
  'platformFees',
  'vat',
  'other',
  'net',
  'transfers',
  'closing',
  'corrections',
] as const

const waits = callBacks.map((waitsFor) => `waits_for_${waitsFor}`)

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const head = ['number', 'month', 'artist', 'self_billed', 'issued_at', 'currency', ...amounts.map(snake)]

export const csvHead =
  csvMark +
  csvLine([
    ...head,
    ...amounts.map((name) => `${snake(name)}_minor`),
    ...waits,
    ...waits.map((name) => `${name}_minor`),
  ])

export const csvLinesOf = (statement: Statement): string => {
  const { currencies, number, month, handle, isSelfBilled, issuedAt } = toStatement(statement)
  return currencies
    .map(({ currency, waiting, ...sums }) => {
      const first = [number, month, handle, isSelfBilled ? 'yes' : 'no', issuedAt, currency.toUpperCase()]
      const waitMinor = callBacks.map((name) => waiting.find(({ waitsFor }) => waitsFor === name)?.amount ?? 0)
      const twice = (minor: readonly number[]) => [
        ...minor.map((each) => decimalText(each, digitsOf(currency))),
        ...minor.map(String),
      ]
      return csvLine([...first, ...twice(amounts.map((name) => sums[name])), ...twice(waitMinor)])
    })
    .join('')
}
