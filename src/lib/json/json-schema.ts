import type { TSchema } from '@sinclair/typebox'
import { parseJsonObject } from './json.ts'

/** A JSON Schema, as in OpenAPI 3.1. */
export type JsonSchema = { readonly [key: string]: unknown }

/** The same but for Elysia's numbers, which its own validator also accepts as text. */
export const toJsonSchema = (schema: TSchema): JsonSchema => parseJsonObject(JSON.stringify(schema, withExactNumbers))

const textForms = new Set(['integer', 'numeric'])

function withExactNumbers(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('anyOf' in value) || !Array.isArray(value.anyOf)) return value
  const [text, number, ...others] = value.anyOf
  if (others.length > 0 || text?.type !== 'string' || !textForms.has(text.format)) return value
  const { anyOf: _both, ...about } = value
  return { ...about, ...number }
}

export const isEmpty = ({ type }: TSchema): boolean => type === 'undefined' || type === 'void'
