import type { Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { cleanLine } from '../../../account/clean-text.ts'
import { invalid } from '../../../errors.ts'
import { stemOf } from '../../../lib/album/found.ts'
import { withoutNumber } from '../../../lib/album/names.ts'
import { parseJson } from '../../../lib/json/json.ts'
import { say } from '../../../lib/language/say.ts'
import { waveformBars } from '../../../lib/music/waveform.ts'
import { codePoints, cutText } from '../../../lib/text/code-points.ts'
import { longest } from '../../../lib/text/longest.ts'
import { Peaks } from '../../audio/ingest/media.ts'

/**
 * The fields that may be sent with a file. `peaks` come from the artist's browser, for formats that
 * we cannot decode; `numbered` is "true" when the names of all files dropped together begin with a
 * number; `parts` is "true" when the parts of which the file consists follow (rule: cue-sheets).
 */
export type UploadFields = {
  title?: string | null | undefined
  peaks?: string | null | undefined
  numbered?: string | null | undefined
  parts?: string | null | undefined
}

/** Parses the fields sent with an upload. Throws VALIDATION. */
export function readUploadFields({ title, peaks, numbered, parts }: UploadFields) {
  return {
    title: readTitle(title ?? undefined),
    peaks: readPeaks(peaks ?? undefined),
    isNumbered: readTruth('numbered', numbered ?? undefined),
    awaitsParts: readTruth('parts', parts ?? undefined),
  }
}

function readTruth(name: string, raw: string | undefined): boolean {
  if (raw === undefined || raw === '' || raw === 'false') return false
  if (raw === 'true') return true
  throw invalid(name, `"${name}" must be true or false.`)
}

function readTitle(raw: string | undefined): string | undefined {
  const title = cleanLine(raw ?? '')
  if (title === '') return undefined
  if (codePoints(title) > longest.title || !title.isWellFormed()) {
    throw invalid('title', say('A title can have at most {title} characters.', { title: longest.title }))
  }
  return title
}

function readPeaks(raw: string | undefined): Static<typeof Peaks> | undefined {
  if (raw === undefined || raw === '') return undefined
  try {
    const parsed: unknown = parseJson(raw)
    if (Value.Check(Peaks, parsed)) return parsed
  } catch {
    // Reported below, like any other invalid value.
  }
  throw invalid('peaks', `"peaks" must be a JSON array of ${waveformBars} numbers from 0 to 1.`)
}

/**
 * Returns a title from a file name, without folders and extension; "Untitled" when nothing is left.
 * Removes the leading number when all files dropped together have one, or when it can only be a
 * track number (rule: file-tags).
 */
export function titleFromName(name: string, isNumbered: boolean): string {
  const stem = stemOf(name.normalize('NFC').replaceAll('\\', '/'))
  const bare = withoutNumber(stem, isNumbered).replaceAll('_', ' ')
  return cutText(cleanLine(bare) || 'Untitled', longest.title).toWellFormed()
}
