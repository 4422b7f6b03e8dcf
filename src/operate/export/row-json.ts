import { parseJson } from '../../lib/json/json.ts'

type Value = string | number | null | Uint8Array

export type Row = Record<string, Value>

const isKey = /^k\d$/

/**
 * Returns a row as it is written: `…_at` is a time in UTC, `is_…` a boolean, `json_…` parsed JSON,
 * `…_minor` an amount with the row's currency. Columns used for paging are left out.
 */
export function toJson(row: Row): Record<string, unknown> {
  const hasMoney = Object.keys(row).some((name) => name.endsWith('_minor'))
  const written: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(row)) {
    if (isKey.test(name) || (hasMoney && name === 'currency')) continue
    const [key, meant] = meaningOf(name, value, row.currency)
    written[camel(key)] = meant
  }
  return written
}

function meaningOf(name: string, value: Value | undefined, currency: Value | undefined): [string, unknown] {
  if (name.endsWith('_minor')) {
    return [name.slice(0, -'_minor'.length), typeof value === 'number' ? { amount: value, currency } : null]
  }
  if (name.startsWith('json_')) return [name.slice('json_'.length), typeof value === 'string' ? parseJson(value) : null]
  if (typeof value === 'number' && name.endsWith('_at')) return [name, new Date(value).toISOString()]
  if (typeof value === 'number' && name.startsWith('is_')) return [name, value === 1]
  return [name, value]
}

const camel = (name: string): string => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
