import { join } from 'node:path'
import type { Ctx } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { draftsOf } from '../../lib/album/cue/parts.ts'
import type { LeftFile } from '../../lib/album/found.ts'
import { countTracks } from '../../lib/album/plan-tapes.ts'
import { cutText } from '../../lib/text/code-points.ts'
import { longest } from '../../lib/text/longest.ts'
import type { CassetRow } from '../casset.ts'
import { addTrack } from '../track/add-track.ts'
import { cleanDrafts, partsOf } from '../track/cut/part.ts'
import { bringCover } from './bring-cover.ts'
import { StoppedError, withCopy } from './bring-file.ts'
import { openTape } from './bring-tape.ts'
import { announcedFile, markImported } from './imported.ts'
import type { ImportingArtist, ImportPlan, ImportTrack } from './plan-import.ts'
import { readText } from './read-text.ts'
import type { Tell } from './tell.ts'

/** The result of an import: `stopped` says why it ended early; run again, it goes on there. */
export type Imported = { tapes: CassetRow[]; trackIds: string[]; left: LeftFile[]; stopped: string | null }

/**
 * Does what was planned, a tape after another, each file as an upload of its artist. A file that
 * cannot be taken is left; a full account or disk stops it. Killed at any time and run again, it
 * goes on (rule: brought-along).
 */
export async function runImport(
  ctx: Ctx,
  artist: ImportingArtist,
  root: string,
  { tapes }: ImportPlan,
  tell: Tell,
): Promise<Imported> {
  const done: Imported = { tapes: [], trackIds: [], left: [], stopped: null }
  const of = tapes.reduce((sum, { tracks }) => sum + countTracks(tracks.filter(({ isNew }) => isNew)), 0)
  const attempt = async (path: string, bring: () => Promise<void>) => {
    try {
      await bring()
    } catch (error) {
      if (error instanceof StoppedError) done.stopped = error.message
      else done.left.push({ path, why: reasonOf(error) })
    }
  }
  for (const tape of tapes) {
    let row: CassetRow | undefined
    await attempt(tape.folder === '' ? '.' : tape.folder, async () => {
      row = openTape(ctx, artist, tape)
    })
    if (!row) continue
    const opened = row
    done.tapes.push(opened)
    const { cover } = tape
    if (cover) await attempt(cover.path, () => bringCover(ctx, artist, root, opened, cover))
    for (const track of tape.tracks) {
      if (done.stopped !== null) return done
      if (!track.isNew) continue
      await attempt(track.path, async () => {
        done.trackIds.push(...(await bringTrack(ctx, artist, root, opened.id, track)))
      })
      tell(done.trackIds.length, of, 'imported')
    }
    if (done.stopped !== null) return done
  }
  return done
}

async function bringTrack(
  ctx: Ctx,
  { userId }: ImportingArtist,
  root: string,
  cassetId: string,
  { path, bytes, sha256, title, lyrics, parts, seconds }: ImportTrack,
): Promise<string[]> {
  const words = lyrics === null ? undefined : await readText(join(root, lyrics)).catch(() => undefined)
  const { trackId } = announcedFile(ctx, cassetId, sha256) ?? {}
  if (typeof trackId !== 'string') throw new Error('The file was not announced.')
  await withCopy(ctx, userId, { root, path, bytes }, async (file) => {
    if (file.sha256 !== sha256) throw invalid('file', 'The file changed while it was read.')
    const fields = { title: cutText(title, longest.title).toWellFormed() }
    const along = {
      lyrics: words === undefined ? null : cutText(words, longest.lyrics).toWellFormed(),
      takesTags: parts === undefined,
      ...(parts === undefined ? {} : { cut: { parts: cleanDrafts(draftsOf(parts)), seconds: seconds ?? null } }),
    }
    await addTrack(ctx, cassetId, file, fields, trackId, along)
  })
  const ids = parts === undefined ? [trackId] : partsOf(ctx, cassetId, sha256)
  markImported(ctx, cassetId, sha256)
  return ids
}

const reasonOf = (error: unknown): string => {
  if (error instanceof AppError) return error.message
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
  return `cannot be read or stored${code}`
}
