import { Type } from '@sinclair/typebox'
import { type Static, t } from 'elysia'
import { handlePattern } from '../../../lib/account/handle.ts'

/** Options of an object that refuses unknown keys (rule: unknown-keys). */
export const closed = { additionalProperties: false }

export const Nullable = <T extends Parameters<typeof t.Union>[0][number]>(schema: T) => t.Union([schema, t.Null()])

/**
 * Returns a schema of one word of a list. UnionEnum has its first word as a default, which Elysia
 * would fill in for every key that a PATCH leaves out.
 */
export const OneOf = <const T extends readonly [string, ...string[]]>(words: T) =>
  t.UnionEnum(words, { default: undefined })

/** A canonical public handle (rule: handle): an artist's, or the slug of a co-casset. */
export const Handle = t.String({ pattern: handlePattern.source })

/** Elysia's own t.Integer also accepts numbers written as text, which JSON does not need. */
export const Whole = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum })

/**
 * An amount of money in a body, in minor units. Its bounds depend on the currency, which a schema
 * does not know: the verb checks them (lib/money/price.ts).
 */
export const Amount = Type.Integer({ minimum: 0, description: 'minor units, within the bounds of the currency' })

/** Integer minor units with an ISO 4217 currency in lower case (rule: money-shape). */
export const Money = t.Object({ amount: t.Integer(), currency: t.String() })

export type Money = Static<typeof Money>
