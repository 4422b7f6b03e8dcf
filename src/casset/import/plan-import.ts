import { join } from 'node:path'
import type { Ctx } from '../../context.ts'
import { type LeftFile, nameOf } from '../../lib/album/found.ts'
import { readManifests } from '../../lib/album/manifest.ts'
import { type PlannedTape, type PlannedTrack, planTapes } from '../../lib/album/plan-tapes.ts'
import { mostTapes } from '../../lib/tape.ts'
import { hashFile } from '../../platform/blob/blobs.ts'
import { tapesOfArtist } from '../read-tapes.ts'
import { plannedWord } from '../tape-word.ts'
import { blankFirstTape } from './blank-first-tape.ts'
import { findFiles } from './find-files.ts'
import { type ImportedFile, importedTapes } from './imported.ts'
import { matchTapes } from './match-tapes.ts'
import { readManyTags } from './read-many-tags.ts'
import { readText } from './read-text.ts'

/** The artist whose music comes, with all names that it may carry. */
export type ImportingArtist = { id: string; userId: string; handle: string; names: readonly string[] }

/** A track that comes; not new where an earlier import brought it, though it was deleted since. */
export type ImportTrack = PlannedTrack & { sha256: string; isNew: boolean }

/** The place of a planned tape: the artist's first one while that is blank, or one of earlier. */
export type TapePlace =
  | { kind: 'new'; word: string }
  | { kind: 'first'; cassetId: string }
  | { kind: 'known'; cassetId: string; isPublished: boolean }

export type ImportTape = Omit<PlannedTape, 'tracks'> & { tracks: ImportTrack[]; place: TapePlace }

/** The tapes that an import of a folder will make, and the files that it leaves out. */
export type ImportPlan = { tapes: ImportTape[]; left: LeftFile[] }

/** Called as the work goes on, for whoever waits. */
export type Tell = (done: number, of: number, what: string) => void

/**
 * Returns what becomes of a folder, and changes nothing (rule: brought-along). Throws
 * TooManyFilesError.
 */
export async function planImport(ctx: Ctx, artist: ImportingArtist, root: string, tell: Tell): Promise<ImportPlan> {
  const accepted = { readsAlac: ctx.ffmpeg !== null, maxBytes: ctx.config.maxUploadBytes }
  const files = await findFiles(root, accepted)
  const tags = await readManyTags(ctx, root, files.music, tell)
  const paths = files.manifest.map(({ path }) => path)
  const { unreadable, ...manifests } = await readManifests(paths, (path) => readText(join(root, path)))
  const { tapes, left } = planTapes({
    name: nameOf(root),
    music: files.music.map((file, index) => ({ ...file, tags: tags[index] ?? {} })),
    pictures: files.picture,
    words: files.words,
    ...manifests,
    names: artist.names,
  })
  const hashed = await hashTracks(root, tapes, left, tell)
  left.push(...unreadable.map((path) => ({ path, why: 'no manifest that can be read' })))
  return { tapes: placeTapes(ctx, artist, hashed, left), left: [...files.left, ...left] }
}

type Hashed = Omit<PlannedTape, 'tracks'> & { tracks: (PlannedTrack & { sha256: string })[]; hashes: Set<string> }

/** Reads the tracks for their hashes; a file that lies twice in an album comes once. */
async function hashTracks(
  root: string,
  tapes: readonly PlannedTape[],
  left: LeftFile[],
  tell: Tell,
): Promise<Hashed[]> {
  const of = tapes.reduce((sum, { tracks }) => sum + tracks.length, 0)
  const hashed: Hashed[] = []
  let done = 0
  for (const tape of tapes) {
    const tracks: Hashed['tracks'] = []
    const hashes = new Set<string>()
    for (const track of tape.tracks) {
      done += 1
      tell(done, of, 'read')
      const sha256 = await hashFile(join(root, track.path)).catch(() => undefined)
      if (sha256 === undefined) left.push({ path: track.path, why: 'cannot be read' })
      else if (hashes.has(sha256)) left.push({ path: track.path, why: 'the same as another file of its album' })
      else {
        hashes.add(sha256)
        tracks.push({ ...track, sha256 })
      }
    }
    if (tracks.length > 0) hashed.push({ ...tape, tracks, hashes })
  }
  return hashed
}

function placeTapes(ctx: Ctx, artist: ImportingArtist, tapes: readonly Hashed[], left: LeftFile[]): ImportTape[] {
  const before = importedTapes(ctx, artist.id)
  const known = new Map(
    [...before].map(([id, files]) => [id, new Set(files.filter(isTrack).map(({ sha256 }) => sha256))]),
  )
  const matched = matchTapes(tapes, known)
  const newest = tapes.findLast((tape) => !matched.has(tape))
  const blank = blankFirstTape(ctx, artist.id)
  const words = new Set<string>()
  const own = tapesOfArtist(ctx, artist.id)
  const published = new Set(own.filter(({ casset }) => casset.published).map(({ casset }) => casset.id))
  let count = own.length
  return tapes.flatMap((tape): ImportTape[] => {
    const { hashes: _, ...planned } = tape
    const cassetId = matched.get(tape)
    const there = new Set((before.get(cassetId ?? '') ?? []).filter(isThere).map(({ sha256 }) => sha256))
    const tracks = tape.tracks.map((track) => ({ ...track, isNew: !there.has(track.sha256) }))
    if (cassetId !== undefined) {
      return [{ ...planned, tracks, place: { kind: 'known', cassetId, isPublished: published.has(cassetId) } }]
    }
    if (blank && tape === newest) {
      return [{ ...planned, tracks, place: { kind: 'first', cassetId: blank.id } }]
    }
    if (count >= mostTapes) {
      for (const { path } of tracks) left.push({ path, why: `an artist has at most ${mostTapes} tapes` })
      return []
    }
    count += 1
    const word = plannedWord(ctx, artist.id, words, [tape.word, tape.name])
    words.add(word)
    return [{ ...planned, tracks, place: { kind: 'new', word } }]
  })
}

const isTrack = ({ trackId }: ImportedFile) => trackId !== null
const isThere = ({ importedAt }: ImportedFile) => importedAt !== null
