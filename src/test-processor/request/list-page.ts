import type { Collection, Where } from '../store/collection.ts'
import { invalidRequest, resourceMissing } from './api-error.ts'

export type Page<T> = { object: 'list'; url: string; has_more: boolean; data: T[] }

const maxEmbedded = 10

/** Returns the list that an object embeds with a new row in front, cut to the newest ten. */
export function prepend<T>(list: Page<T>, row: T): Page<T> {
  const data = [row, ...list.data]
  return { ...list, data: data.slice(0, maxEmbedded), has_more: data.length > maxEmbedded }
}

type Paging = { limit?: number; starting_after?: string; ending_before?: string }
type Range = number | { gt?: number; gte?: number; lt?: number; lte?: number }

/**
 * Returns one page of a collection, the newest first: of the rows with the fields of `where` that
 * are asked for. Cursors are ids of rows. Throws invalid_request_error.
 */
export function listPage<T extends { id: string }>(
  url: string,
  collection: Pick<Collection<T>, 'get' | 'rows'>,
  paging: Paging,
  where: Where = {},
  isAsked: (row: T) => boolean = () => true,
): Page<T> {
  const { limit = 10, starting_after, ending_before } = paging
  if (starting_after !== undefined && ending_before !== undefined) {
    throw invalidRequest('Received both ending_before and starting_after parameters. Please pass in only one.')
  }
  const beyond = starting_after ?? ending_before
  if (beyond !== undefined && !collection.get(beyond)) {
    throw resourceMissing('object', beyond, starting_after === undefined ? 'ending_before' : 'starting_after')
  }
  const order = ending_before === undefined ? 'newest' : 'oldest'
  const data = firstOf(collection.rows({ where, beyond, order }), limit + 1, isAsked)
  const hasMore = data.length > limit
  const page = data.slice(0, limit)
  return { object: 'list', url, has_more: hasMore, data: order === 'newest' ? page : page.reverse() }
}

type V2List<T> = { path: string; where?: Where; isAsked?: (row: T) => boolean; show: (row: T) => object }

/**
 * Returns one page of a v2 list, the newest first; `page` is of the link to the next one. Throws
 * invalid_request_error.
 */
export function v2Page<T extends { id: string }>(
  collection: Pick<Collection<T>, 'get' | 'rows'>,
  { limit = 20, page }: { limit?: number; page?: string },
  { path, where = {}, isAsked = () => true, show }: V2List<T>,
) {
  if (page !== undefined && !collection.get(page)) throw invalidRequest('Invalid page token', { param: 'page' })
  const found = firstOf(collection.rows({ where, beyond: page }), limit + 1, isAsked)
  const last = found.length > limit ? found[limit - 1] : undefined
  return {
    data: found.slice(0, limit).map(show),
    next_page_url: last ? `${path}?limit=${limit}&page=${last.id}` : null,
    previous_page_url: null,
  }
}

/** Returns the first rows that are asked for, and reads no further. */
export function firstOf<T>(rows: Iterable<T>, count: number, isAsked: (row: T) => boolean): T[] {
  const found: T[] = []
  for (const row of rows) {
    if (isAsked(row)) found.push(row)
    if (found.length === count) break
  }
  return found
}

/** Tells whether a time matches the `created` filter. */
export function isWithin(created: number, range: Range | undefined): boolean {
  if (range === undefined) return true
  if (typeof range === 'number') return created === range
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range
  return created > gt && created >= gte && created < lt && created <= lte
}
