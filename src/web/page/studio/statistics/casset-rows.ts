import type { Plays } from '../../../../casset/play/model.ts'
import type { CassetStatistics, Statistics } from '../../../../earnings/report/model.ts'

export type Earned = { currency: string; gross: number; net: number }

/** `plays` is undefined for a shared casset of which only another artist sees them. */
export type RowFigures = {
  plays?: { previews: number; wholes: number } | undefined
  collects?: number
  earned: readonly Earned[]
}

/** The list of cassets, and below it the sums of what is of no casset, and the totals. */
export type CassetRows = {
  rows: readonly (RowFigures & { id: string; name: string })[]
  others: RowFigures
  totals: RowFigures
}

/**
 * Returns the figures of an artist's cassets, the most earning first, where they have a part in
 * more than one; undefined also where nothing was played, bought or earned.
 */
export function cassetRows(
  plays: Plays,
  cassets: readonly CassetStatistics[],
  { currencies, collects: { total: collects } }: Statistics,
): CassetRows | undefined {
  if (cassets.length < 2) return undefined
  const heard = new Map(plays.cassets.map(({ id, previews, wholes }) => [id, { previews, wholes }]))
  const rows = cassets.map(({ id, name, collects, currencies: each }) => ({
    ...{ id, name, collects, plays: heard.get(id) },
    earned: each.map(({ currency, sales, net }) => ({ currency, gross: sales, net })),
  }))
  const totals = currencies.map(({ currency, totals: { sales, tips, emoji, licenses, net } }) => {
    return { currency, gross: sales + tips + emoji + licenses, net }
  })
  const others = totals.map(({ currency, gross, net }) => {
    const ofCassets = rows.flatMap(({ earned }) => earned).filter((each) => each.currency === currency)
    const sumOf = (of: 'gross' | 'net') => ofCassets.reduce((sum, each) => sum + each[of], 0)
    return { currency, gross: gross - sumOf('gross'), net: net - sumOf('net') }
  })
  const earned = totals.filter(isMoved)
  if (plays.previews + plays.wholes + collects + earned.length === 0) return undefined
  return { rows, others: { earned: others.filter(isMoved) }, totals: { plays, collects, earned } }
}

const isMoved = ({ gross, net }: Earned) => gross !== 0 || net !== 0
