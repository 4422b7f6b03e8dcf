import { Value } from '@sinclair/typebox/value'
import type Stripe from 'stripe'
import { Id } from '../../order/order-metadata.ts'
import type { EverythingTape } from '../purchase/everything-tapes.ts'
import { listIn, listMetadata } from '../rest/told-list.ts'
import type { EverythingRow, EverythingTerms } from './everything.ts'

// An entry has at most 54 characters.
const tapesOfValue = 9

/** Returns the metadata of a payment for everything: its terms, and each tape with its part. */
export function everythingMetadata(
  row: EverythingRow | undefined,
  tapes: readonly EverythingTape[],
): Record<string, string> {
  if (!row) return {}
  const entries = tapes.map(({ cassetId, partMinor, creditMinor }) => `${cassetId} ${partMinor} ${creditMinor}`)
  const terms = `${row.percent} ${row.hasFuture ? 'future' : 'now'}`
  return { ...listMetadata('tapes', entries, tapesOfValue), everything: terms }
}

const entry = /^(\S{36}) (\d{1,9}) (\d{1,9})$/

/** Returns the terms that metadata tells; undefined where they cannot be read. */
export function toldEverything(metadata: Stripe.Metadata): EverythingTerms | undefined {
  const [, percent, future] = /^(\d{1,2}) (future|now)$/.exec(metadata.everything ?? '') ?? []
  const tapes: EverythingTape[] = []
  for (const text of listIn(metadata, 'tapes')) {
    const [, cassetId = '', part, credit] = entry.exec(text) ?? []
    if (!Value.Check(Id, cassetId)) return undefined
    tapes.push({ cassetId, partMinor: Number(part), creditMinor: Number(credit) })
  }
  if (percent === undefined || tapes.length === 0) return undefined
  return { percent: Number(percent), hasFuture: future === 'future', tapes }
}
