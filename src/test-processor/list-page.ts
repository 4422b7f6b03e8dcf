import { invalidRequest, resourceMissing } from './api-error.ts'

/** A page of a list, in Stripe's format. */
export type Page<T> = { object: 'list'; url: string; has_more: boolean; data: T[] }

const maxEmbedded = 10

/** Returns the list that an object embeds with a new row in front, cut to the newest ten. */
export function prepend<T>(list: Page<T>, row: T): Page<T> {
  const data = [row, ...list.data]
  return { ...list, data: data.slice(0, maxEmbedded), has_more: data.length > maxEmbedded }
}

type Paging = { limit?: number; starting_after?: string; ending_before?: string }
type Range = number | { gt?: number; gte?: number; lt?: number; lte?: number }

/** Returns one page of rows that are sorted newest first. Cursors are ids of rows. Throws invalid_request_error. */
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
  if (index < 0) throw resourceMissing('object', id, param)
  return index
}

/** Tells whether a time matches the `created` filter. */
export function isWithin(created: number, range: Range | undefined): boolean {
  if (range === undefined) return true
  if (typeof range === 'number') return created === range
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range
  return created > gt && created >= gte && created < lt && created <= lte
}
