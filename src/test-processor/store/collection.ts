import type { ObjectTable } from './object-table.ts'
import type { ObjectType, ObjectTypes } from './store.ts'

export type Where = { readonly [field: string]: string | undefined }

/** Which rows are read, and in which order: the newest first unless told otherwise. */
export type Query = {
  where?: Where
  /** Starts after the row of that id. */
  beyond?: string | undefined
  order?: 'newest' | 'oldest'
}

/** Objects of a type by id, in order of creation. They are read from the file when asked for. */
export type Collection<T extends { id: string }> = {
  get(id: string): T | undefined
  /** Inserts or replaces a row and returns it. */
  put(row: T): T
  delete(id: string): void
  /** Returns rows one by one, so that a page of a long list reads no more than it shows. */
  rows(query?: Query): Iterable<T>
  /** Called after each addition, keeps about that many rows: the newest. */
  trim(most: number): void
}

/** Objects that are all kept in memory too, as they are needed all the time. */
export type OpenCollection<T extends { id: string }> = Collection<T> & { all(): T[] }

// Counting rows takes longer than adding one.
const trimmedTogether = 500

/** The fields by which rows of a type are found without reading the others. */
const indexedFields: { readonly [K in ObjectType]?: readonly string[] } = {
  charge: ['payment_intent', 'transfer_group', 'customer'],
  payment_intent: ['customer'],
  payment_method: ['customer'],
  balance_transaction: ['source'],
  refund: ['charge', 'payment_intent'],
  dispute: ['charge', 'payment_intent'],
  early_fraud_warning: ['charge', 'payment_intent'],
  transfer: ['source_transaction', 'transfer_group', 'destination'],
  transfer_reversal: ['transfer'],
  paid_out: ['payout'],
}

/** Returns the names under which a row is found. */
function linksOf(type: ObjectType, row: object): string[] {
  const named = (indexedFields[type] ?? []).map((field) => ({ field, value: Reflect.get(row, field) }))
  return ['', ...named.flatMap(({ field, value }) => (typeof value === 'string' ? [`${field}=${value}`] : []))]
}

/** Returns the name under which the fewest rows are found that a query can ask for. */
function linkFor(type: ObjectType, where: Where): string {
  const field = (indexedFields[type] ?? []).find((name) => where[name] !== undefined)
  return field === undefined ? '' : `${field}=${where[field]}`
}

const isRow = <T extends { id: string }>(row: unknown): row is T =>
  typeof row === 'object' && row !== null && 'id' in row && typeof row.id === 'string'

export const meets = (row: object, where: Where): boolean =>
  Object.entries(where).every(([field, value]) => value === undefined || Reflect.get(row, field) === value)

export function createCollection<K extends ObjectType>(
  table: ObjectTable,
  owner: string,
  type: K,
): Collection<ObjectTypes[K]> {
  const get = (id: string) => {
    const row = table.get({ owner, type, id })
    return isRow<ObjectTypes[K]>(row) ? row : undefined
  }
  let additions = 0
  return {
    get,
    put(row) {
      // Adding a link again changes nothing: most objects are new, and a search for them would find
      // none.
      const before = table.peek({ owner, type, id: row.id })
      const known = isRow<ObjectTypes[K]>(before) ? linksOf(type, before) : []
      table.put(
        { owner, type, id: row.id },
        row,
        linksOf(type, row).filter((link) => !known.includes(link)),
      )
      return row
    },
    delete(id) {
      const row = get(id)
      if (!row) return
      table.delete({ owner, type, id }, linksOf(type, row))
    },
    *rows({ where = {}, beyond, order = 'newest' } = {}) {
      const from = { owner, type, link: linkFor(type, where), order, beyond }
      for (const row of table.list(from)) if (isRow<ObjectTypes[K]>(row) && meets(row, where)) yield row
    },
    trim(most) {
      if (additions % trimmedTogether === 0) table.trim(owner, type, most)
      additions += 1
    },
  }
}

/** Returns the same with all rows in memory; they are read now. */
export function createOpenCollection<K extends ObjectType>(
  table: ObjectTable,
  owner: string,
  type: K,
): OpenCollection<ObjectTypes[K]> {
  const stored = createCollection(table, owner, type)
  const rows = new Map<string, ObjectTypes[K]>()
  for (const row of stored.rows({ order: 'oldest' })) rows.set(row.id, row)
  return {
    ...stored,
    get: (id) => rows.get(id),
    put(row) {
      rows.set(row.id, row)
      return stored.put(row)
    },
    delete(id) {
      if (rows.delete(id)) stored.delete(id)
    },
    all: () => [...rows.values()],
  }
}
