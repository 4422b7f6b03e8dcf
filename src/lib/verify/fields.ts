import type { Canonical } from '../canonical-json.ts'
import { Altered } from './check.ts'

/** An object of a JSON text. */
export type Fields = { readonly [key: string]: Canonical }

const isList = (value: Canonical): value is readonly Canonical[] => Array.isArray(value)

/** Returns a value as an object. Throws Altered for anything else. */
export function objectOf(value: Canonical | undefined, what: string): Fields {
  if (value === undefined || value === null || typeof value !== 'object' || isList(value)) {
    throw new Altered(`${what} is missing.`)
  }
  return value
}

/** Returns a value as a list; an absent one is empty. Throws Altered for anything else. */
export function listOf(value: Canonical | undefined, what: string): readonly Canonical[] {
  if (value === undefined) return []
  if (value === null || typeof value !== 'object' || !isList(value)) throw new Altered(`${what} is no list.`)
  return value
}

/** Returns a value as a text. Throws Altered for anything else. */
export function textOf(value: Canonical | undefined, what: string): string {
  if (typeof value !== 'string') throw new Altered(`${what} is missing.`)
  return value
}

/** Returns a value as a whole number, 0 or more. Throws Altered for anything else. */
export function wholeOf(value: Canonical | undefined, what: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw new Altered(`${what} is missing.`)
  return value
}
