import type { Canonical } from './canonical-json.ts'

export type Json = Canonical

export type JsonObject = { readonly [key: string]: Json }

/**
 * Returns the value of a JSON text; a schema says whether it is what the caller needs. Throws
 * SyntaxError.
 */
export const parseJson = (text: string): Json => JSON.parse(text)

const isList = (value: Json): value is readonly Json[] => Array.isArray(value)

/** Returns the object of a JSON text. Throws SyntaxError for any other value too. */
export function parseJsonObject(text: string): JsonObject {
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null || isList(value)) throw new SyntaxError('This JSON is no object.')
  return value
}

/** Returns the value of a JSON text; undefined for a text that is no JSON. */
export function tryJson(text: string): Json | undefined {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
