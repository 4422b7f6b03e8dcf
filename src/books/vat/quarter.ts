import { invalid } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'

export type Quarter = { year: number; nth: number }

const pattern = /^(20\d{2})-Q([1-4])$/

/** Returns the quarter of a month such as 202612. */
export const quarterOf = (month: number): Quarter => ({
  year: Math.floor(month / 100),
  nth: Math.ceil((month % 100) / 3),
})

export const quarterText = ({ year, nth }: Quarter): string => `${year}-Q${nth}`

export function quarterBeside({ year, nth }: Quarter, by: 1 | -1): Quarter {
  const index = year * 4 + (nth - 1) + by
  return { year: Math.floor(index / 4), nth: (index % 4) + 1 }
}

/** Returns the first and the last month of a quarter, such as 202610 and 202612. */
export const monthsOf = ({ year, nth }: Quarter): { first: number; last: number } => ({
  first: year * 100 + nth * 3 - 2,
  last: year * 100 + nth * 3,
})

/** Returns the moment at which a quarter ends, in UTC. */
export const endOf = ({ year, nth }: Quarter): number => Date.UTC(year, nth * 3, 1)

/** Returns the quarter of a text such as 2026-Q4. Throws VALIDATION. */
export function readQuarter(text: string): Quarter {
  const [, year, nth] = pattern.exec(text) ?? []
  if (year === undefined) throw invalid('quarter', say('"{text}" is not a quarter like 2026-Q4.', { text }))
  return { year: Number(year), nth: Number(nth) }
}
