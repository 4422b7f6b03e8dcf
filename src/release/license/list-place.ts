import { and, count, eq, isNotNull, max, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { licenses } from '../../../db/schema/release/license.ts'
import type { Ctx } from '../../context.ts'
import { randomBytes } from '../../lib/hash/random-bytes.ts'
import { isRestored } from '../transparency-log/log-head.ts'
import { presentOrigin } from '../transparency-log/origin.ts'

const { placeholder } = sql
const { listOrigin, listNumber, listIndex } = licenses

/** The least that the recommendation allows, so that an entry tells nothing of whose it is. */
export const listLength = 131_072

/** How many licenses a list has at most: a free place is then found by some tries. */
const mostInList = 100_000

/** The place of a license in a status list, named by an origin of the log and a number. */
export type ListPlace = {
  readonly listOrigin: number
  readonly listNumber: number
  readonly listIndex: number
}

const newest = prepared((db) =>
  db
    .select({ number: max(listNumber) })
    .from(licenses)
    .where(and(eq(listOrigin, placeholder('origin')), isNotNull(listIndex))),
)
const taken = prepared((db) =>
  db
    .select({ licenses: count() })
    .from(licenses)
    .where(and(eq(listOrigin, placeholder('origin')), eq(listNumber, placeholder('number')), isNotNull(listIndex))),
)
const atPlace = prepared((db) =>
  db
    .select({ id: licenses.orderId })
    .from(licenses)
    .where(
      and(
        eq(listOrigin, placeholder('origin')),
        eq(listNumber, placeholder('number')),
        eq(listIndex, placeholder('index')),
        isNotNull(listIndex),
      ),
    )
    .limit(1),
)

/**
 * Returns a free place for a new license, at random, in the newest list (rule: status-list). A
 * database that was restored may have lost who has places in the lists from before, so that each
 * origin of the log has lists of its own. Called in a transaction.
 */
export function freePlace(ctx: Ctx): ListPlace {
  // A restore that was not noticed yet begins the next origin when serving starts.
  const origin = presentOrigin(ctx).number + (isRestored(ctx) ? 1 : 0)
  const last = newest(ctx.db).get({ origin })?.number ?? 1
  const isFull = (taken(ctx.db).get({ origin, number: last })?.licenses ?? 0) >= mostInList
  const number = isFull ? last + 1 : last
  for (;;) {
    const index = new DataView(randomBytes(4).buffer).getUint32(0) % listLength
    if (!atPlace(ctx.db).get({ origin, number, index }))
      return { listOrigin: origin, listNumber: number, listIndex: index }
  }
}

const shape = /^([1-9]\d{0,8})-([1-9]\d{0,8})$/

/** Returns the origin and the number in a list's name; undefined for what is no name. */
export function readListName(name: string): Omit<ListPlace, 'listIndex'> | undefined {
  const [, origin, number] = shape.exec(name)?.map(Number) ?? []
  return origin === undefined || number === undefined ? undefined : { listOrigin: origin, listNumber: number }
}

export const listName = ({ listOrigin: origin, listNumber: number }: Omit<ListPlace, 'listIndex'>): string =>
  `${origin}-${number}`

/** Returns the place of a license as its row has it; null where it has none. */
export const placeIn = (row: { readonly [Part in keyof ListPlace]: number | null }): ListPlace | null =>
  row.listOrigin === null || row.listNumber === null || row.listIndex === null
    ? null
    : { listOrigin: row.listOrigin, listNumber: row.listNumber, listIndex: row.listIndex }

/** Returns a place as the text that a payment keeps. */
export const placeText = (place: ListPlace): string => `${listName(place)} ${place.listIndex}`

/** Returns the place of such a text; undefined for what is none. */
export function readPlace(text: string): ListPlace | undefined {
  const [name = '', index = ''] = text.split(' ')
  const list = readListName(name)
  return list && /^\d{1,6}$/.test(index) && Number(index) < listLength
    ? { ...list, listIndex: Number(index) }
    : undefined
}
