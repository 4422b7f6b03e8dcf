import { say } from '../../src/lib/language/say.ts'
import { type Trouble, troubleOf } from '../lib/trouble.ts'

type Refusal = { status: unknown; value: unknown }

/** `isUnclear`: it may have taken effect. */
export type ReadRefusal = { status: number; isUnclear: boolean; trouble: Trouble }

const lost = (): Trouble => ({ field: null, text: say('The connection broke before an answer came.') })

/** Unclear when the answer got lost or arrived incomplete. */
export function readRefusal(refusal: Refusal): ReadRefusal {
  const { status, value } = refusal
  const told = typeof status === 'number' ? status : 0
  if (value instanceof Error && navigator.onLine) return { status: told, isUnclear: true, trouble: lost() }
  return { status: told, isUnclear: value instanceof Error || told === 0 || told >= 500, trouble: troubleOf(refusal) }
}
