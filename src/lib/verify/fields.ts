import type { Canonical } from '../json/canonical-json.ts'
import { Altered } from './check.ts'

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

/** Throws Altered when an object has other keys than these: a reader might take them for proven. */
export function refuseOthers(fields: Fields, keys: readonly string[], what: string): void {
  const other = Object.keys(fields).find((key) => !keys.includes(key))
  if (other !== undefined) throw new Altered(`${what} has “${other}”, which nothing proves.`)
}

/** Returns a value as a time in ms. Throws Altered for anything but a full time of ISO 8601. */
export function timeOf(value: Canonical | undefined, what: string): number {
  const text = textOf(value, what)
  const ms = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(ms)) throw new Altered(`${what} is no time.`)
  return ms
}
