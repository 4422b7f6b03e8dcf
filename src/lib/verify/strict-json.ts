import { sha256 } from '../hash/sha256.ts'
import { type Canonical, canonicalJson } from '../json/canonical-json.ts'
import { parseJson, tryJson } from '../json/json.ts'
import { toHex, utf8 } from './bytes.ts'
import { Altered } from './check.ts'

/**
 * Returns the value of a JSON text. Throws Altered when it is invalid, and when an object has a key
 * twice: programs would read it differently.
 */
export function readJson(text: string, what: string): Canonical {
  const value = parse(text, what)
  // A text that survives a round trip has no key twice; only other texts are searched.
  const twice = JSON.stringify(value) === text ? undefined : repeatedKey(text)
  if (twice !== undefined) throw new Altered(`${what} has the key "${twice}" twice.`)
  return value
}

function parse(text: string, what: string): Canonical {
  const value = tryJson(text)
  if (value === undefined) throw new Altered(`${what} is no JSON.`)
  return value
}

const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],]/gs

function repeatedKey(text: string): string | undefined {
  const open: (Set<string> | undefined)[] = []
  let isKey = false
  for (const [token] of text.matchAll(tokens)) {
    const keys = open.at(-1)
    if (token === '{') open.push(new Set())
    else if (token === '[') open.push(undefined)
    else if (token === '}' || token === ']') open.pop()
    else if (token !== ',' && isKey && keys) {
      const key = String(parseJson(token))
      if (keys.has(key)) return key
      keys.add(key)
    }
    isKey = token === '{' || (token === ',' && keys !== undefined)
  }
  return undefined
}

/** Throws Altered for what has no canonical form. */
export const canonicalHash = (value: Canonical, what: string): string => toHex(canonicalDigest(value, what))

/** The same as bytes. */
export function canonicalDigest(value: Canonical, what: string): Uint8Array {
  try {
    return sha256(utf8(canonicalJson(value)))
  } catch (error) {
    throw new Altered(`${what} cannot be signed: ${error instanceof Error ? error.message : String(error)}`)
  }
}
