import { Value } from '@sinclair/typebox/value'
import type Stripe from 'stripe'
import { Id } from '../order/order-metadata.ts'
import type { EverythingRow, EverythingTape, EverythingTerms } from './everything.ts'

// A value of the processor's metadata holds 500 characters, and an entry at most 54.
const tapesOfValue = 9

const chunk = (index: number) => `tapes${index}`

/** Returns the metadata of a payment for everything: its terms, and each tape with its part. */
export function everythingMetadata(
  row: EverythingRow | undefined,
  tapes: readonly EverythingTape[],
): Record<string, string> {
  if (!row) return {}
  const entries = tapes.map(({ cassetId, partMinor, creditMinor }) => `${cassetId} ${partMinor} ${creditMinor}`)
  const chunks = Array.from({ length: Math.ceil(entries.length / tapesOfValue) }, (_, index) => [
    chunk(index),
    entries.slice(index * tapesOfValue, (index + 1) * tapesOfValue).join(','),
  ])
  return { ...Object.fromEntries(chunks), everything: `${row.percent} ${row.hasFuture ? 'future' : 'now'}` }
}

const entry = /^(\S{36}) (\d{1,9}) (\d{1,9})$/

/** Returns the terms that metadata tells; undefined where they cannot be read. */
export function toldEverything(metadata: Stripe.Metadata): EverythingTerms | undefined {
  const [, percent, future] = /^(\d{1,2}) (future|now)$/.exec(metadata.everything ?? '') ?? []
  const tapes: EverythingTape[] = []
  for (let index = 0; metadata[chunk(index)] !== undefined; index += 1) {
    for (const text of (metadata[chunk(index)] ?? '').split(',')) {
      const [, cassetId = '', part, credit] = entry.exec(text) ?? []
      if (!Value.Check(Id, cassetId)) return undefined
      tapes.push({ cassetId, partMinor: Number(part), creditMinor: Number(credit) })
    }
  }
  if (percent === undefined || tapes.length === 0) return undefined
  return { percent: Number(percent), hasFuture: future === 'future', tapes }
}
