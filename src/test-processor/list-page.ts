import { invalidRequest, noSuch } from './fault.ts'

/** A page of a list, as Stripe answers it. */
export type Page<T> = { object: 'list'; url: string; has_more: boolean; data: T[] }

const shownWithin = 10

/** The list that a thing carries within itself, with a new row in front: the newest ten and no more. */
export function withFirst<T>(list: Page<T>, row: T): Page<T> {
  const data = [row, ...list.data]
  return { ...list, data: data.slice(0, shownWithin), has_more: data.length > shownWithin }
}

type Paging = { limit?: number; starting_after?: string; ending_before?: string }
type Range = number | { gt?: number; gte?: number; lt?: number; lte?: number }

/** Cuts one page out of rows that come newest first. Cursors are ids of rows on the list. */
export function listPage<T extends { id: string }>(url: string, rows: readonly T[], paging: Paging): Page<T> {
  const { limit = 10, starting_after, ending_before } = paging
  if (starting_after !== undefined && ending_before !== undefined) {
    throw invalidRequest('Received both ending_before and starting_after parameters. Please pass in only one.')
  }
  if (ending_before !== undefined) {
    const end = indexOf(rows, ending_before, 'ending_before')
    const start = Math.max(0, end - limit)
    return { object: 'list', url, has_more: start > 0, data: rows.slice(start, end) }
  }
  const start = starting_after === undefined ? 0 : indexOf(rows, starting_after, 'starting_after') + 1
  return { object: 'list', url, has_more: rows.length > start + limit, data: rows.slice(start, start + limit) }
}

function indexOf(rows: readonly { id: string }[], id: string, param: string): number {
  const index = rows.findIndex((row) => row.id === id)
  if (index < 0) throw noSuch('object', id, param)
  return index
}

/** Whether a time lies in a `created` parameter. */
export function isWithin(created: number, range: Range | undefined): boolean {
  if (range === undefined) return true
  if (typeof range === 'number') return created === range
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range
  return created > gt && created >= gte && created < lt && created <= lte
}
