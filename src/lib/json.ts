import type { Canonical } from './canonical-json.ts'

/** What a JSON text can hold. */
export type Json = Canonical

/** Returns the value of a JSON text; a schema says whether it is what the caller needs. Throws SyntaxError. */
export const parseJson = (text: string): Json => JSON.parse(text)

/** Returns the same; undefined for a text that is no JSON. */
export function tryJson(text: string): Json | undefined {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
