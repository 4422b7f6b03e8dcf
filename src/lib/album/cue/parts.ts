import type { ByName } from '../../music/by.ts'
import type { Credit } from '../../music/credits.ts'
import { isIsrc } from '../../music/identifiers.ts'
import { cutText } from '../../text/code-points.ts'
import { longest } from '../../text/longest.ts'
import { stemOf } from '../found.ts'
import type { CueTrack } from './read-cue.ts'

/** A track that is cut out of a file; `from` is where it begins, in 75ths of a second. */
export type PartDraft = { title: string; from: number; by: ByName[]; credits: Credit[]; isrc: string | null }

/** Returns the title of a part: what the sheet says, or its number. */
export const partTitle = ({ title, number }: Pick<CueTrack, 'title' | 'number'>): string => title ?? `Track ${number}`

/** Returns the tracks that a cue sheet makes of a file. */
export const draftsOf = (parts: readonly CueTrack[]): PartDraft[] =>
  parts.map((part) => {
    const { from, performer, songwriter, composer, isrc = '' } = part
    const creditOf = (role: string, name: string | undefined): Credit[] =>
      name === undefined ? [] : [{ role, name: cutText(name, longest.creditName) }]
    return {
      title: cutText(partTitle(part), longest.title),
      from,
      by: performer === undefined ? [] : [{ role: 'main', name: cutText(performer, longest.byName) }],
      credits: [...creditOf('writer', songwriter), ...creditOf('composer', composer)],
      isrc: isIsrc(isrc) ? isrc : null,
    }
  })

/** Returns the name that a part has as a file, by which it is known when its source comes again. */
export function partName(source: string, { number, title }: { number: number; title: string }): string {
  const ending = /\.[A-Za-z0-9]{1,5}$/.exec(source)?.[0] ?? ''
  return `${String(number).padStart(2, '0')} ${title}${ending}`
}

/** Returns the names of the parts of a file, without what they end with. */
export const partStems = (parts: readonly CueTrack[]): string[] =>
  parts.map((part, index) => stemOf(partName('x.flac', { number: index + 1, title: partTitle(part) })))
