import { asc, eq } from 'drizzle-orm'
import { tracks } from '../../../../db/schema/casset/track.ts'
import { artistNames } from '../../../account/artist-names.ts'
import { cleanLine } from '../../../account/clean-text.ts'
import type { Ctx } from '../../../context.ts'
import { type PartDraft, partName } from '../../../lib/album/cue/parts.ts'
import { cueFramesPerSec } from '../../../lib/album/cue/read-cue.ts'
import { byBeside } from '../../../lib/music/by-lines.ts'
import { cutText } from '../../../lib/text/code-points.ts'
import { longest } from '../../../lib/text/longest.ts'
import { artistOf } from '../../artist-of.ts'
import type { TrackRow } from '../to-track.ts'

const lineOf = (text: string, most: number): string => cutText(cleanLine(text), most).toWellFormed()

/** Returns what a cue sheet says of tracks as it is stored. */
export const cleanDrafts = (parts: readonly PartDraft[]): PartDraft[] =>
  parts.map(({ title, by, credits, ...rest }, index) => ({
    ...rest,
    title: lineOf(title, longest.title) || `Track ${index + 1}`,
    by: by.flatMap(({ role, name }) => {
      const said = lineOf(name, longest.byName)
      return said === '' ? [] : [{ role, name: said }]
    }),
    credits: credits.flatMap(({ role, name }) => {
      const said = lineOf(name, longest.creditName)
      return said === '' ? [] : [{ role, name: said }]
    }),
  }))

/**
 * Returns what differs between the tracks of a file: the first begins with the file and each ends
 * where the next one begins, so that all of its sound is in one of them. Until they are cut, each
 * counts as stored by its share.
 */
export function rowsOfParts(
  ctx: Ctx,
  { cassetId, fileName, bytes }: Pick<TrackRow, 'cassetId' | 'fileName' | 'bytes'>,
  parts: readonly PartDraft[],
  seconds: number | null,
): Partial<TrackRow>[] {
  const names = Object.values(artistNames(ctx, artistOf(ctx, cassetId).id) ?? {})
  const all = seconds === null ? null : seconds * cueFramesPerSec
  let left = bytes
  return parts.map(({ title, by, credits, isrc }, index) => {
    const from = index === 0 ? 0 : (parts[index]?.from ?? 0)
    const to = parts[index + 1]?.from ?? null
    const share = all === null ? 1 / parts.length : ((to ?? all) - from) / all
    const own = to === null ? left : Math.min(left, Math.floor(bytes * share))
    left -= own
    return {
      title,
      bytes: own,
      fileName: cutText(partName(fileName, { number: index + 1, title }), longest.fileName),
      byNames: byBeside(names, by),
      credits: credits.length === 0 ? null : [...credits],
      isrc,
      cutFrom: from,
      cutTo: to,
    }
  })
}

/** Returns the tracks that are being cut out of a file of a casset. */
export const partsOf = ({ db }: Ctx, cassetId: string, sha256: string): string[] =>
  db
    .select({ id: tracks.id, cassetId: tracks.cassetId })
    .from(tracks)
    .where(eq(tracks.sha256, sha256))
    .orderBy(asc(tracks.position))
    .all()
    .filter((row) => row.cassetId === cassetId)
    .map(({ id }) => id)
