import { type Static, Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { invalid } from '../errors.ts'
import { codePoints } from '../lib/code-points.ts'
import type { TrackWords } from './add-track.ts'

const Peaks = t.Array(t.Number({ minimum: 0, maximum: 1 }), { minItems: 500, maxItems: 500 })

type Said = { title?: string | null | undefined; peaks?: string | null | undefined }

/** Reads title and peaks as they stand beside an upload. Throws VALIDATION. */
export function readWords({ title, peaks }: Said): TrackWords {
  return { title: readTitle(title ?? undefined), peaks: readPeaks(peaks ?? undefined) }
}

function readTitle(raw: string | undefined): string | undefined {
  const title = raw?.trim()
  if (title === undefined || title === '') return undefined
  if (codePoints(title) > 240 || !title.isWellFormed()) throw invalid('title', 'A title has 240 characters at most.')
  return title
}

function readPeaks(raw: string | undefined): Static<typeof Peaks> | undefined {
  if (raw === undefined || raw === '') return undefined
  try {
    const parsed: unknown = JSON.parse(raw)
    if (Value.Check(Peaks, parsed)) return parsed
  } catch {
    // Told below, like any other wrong content.
  }
  throw invalid('peaks', '"peaks" must be a JSON array of 500 numbers from 0 to 1.')
}
