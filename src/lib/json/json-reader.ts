import type { Static, TSchema } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import { once } from '../turn/once.ts'
import { parseJson } from './json.ts'

/**
 * Returns a function that parses a JSON text by a schema, which is compiled at its first call. It
 * throws an error that names `what` was read, and the first wrong field.
 */
export function jsonReader<S extends TSchema>(what: string, schema: S): (text: string) => Static<S> {
  const compiled = once(() => TypeCompiler.Compile(schema))
  return (text) => {
    const value = parsed(what, text)
    if (compiled().Check(value)) return value
    const { path = '', message = '' } = compiled().Errors(value).First() ?? {}
    throw new Error(`${what} cannot be read: ${path || 'the whole'}: ${message}`)
  }
}

function parsed(what: string, text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    throw new Error(`${what} cannot be read: it is no JSON.`)
  }
}
