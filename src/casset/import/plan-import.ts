import { join } from 'node:path'
import type { Ctx } from '../../context.ts'
import type { ReadCue } from '../../lib/album/cue/read-cue.ts'
import {
  type AlbumTags,
  type FoundFile,
  type FoundMusic,
  folderOf,
  type LeftFile,
  nameOf,
} from '../../lib/album/found.ts'
import { readManifests } from '../../lib/album/manifest.ts'
import { type PlannedTape, type PlannedTrack, planTapes } from '../../lib/album/plan-tapes.ts'
import { mostTapes } from '../../lib/music/tape.ts'
import { hashFile } from '../../platform/blob/blobs.ts'
import { tapesOfArtist } from '../read-tapes.ts'
import { plannedWord } from '../tape-word.ts'
import { blankFirstTape } from './blank-first-tape.ts'
import { type FilesOfFolder, findFiles } from './find-files.ts'
import { type ImportedFile, importedTapes } from './imported.ts'
import { matchTapes } from './match-tapes.ts'
import { readManyTags } from './read-many-tags.ts'
import { readCueFile, readText } from './read-text.ts'
import type { Tell } from './tell.ts'

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

export type ImportPlan = { tapes: ImportTape[]; left: LeftFile[] }

/** Plans a folder's import, changing nothing (rule: brought-along). Throws TooManyFilesError. */
export async function planImport(ctx: Ctx, artist: ImportingArtist, root: string, tell: Tell): Promise<ImportPlan> {
  const accepted = { readsAlac: ctx.ffmpeg !== null, maxBytes: ctx.config.maxUploadBytes }
  const files = await findFiles(root, accepted, tell)
  const cues = new Map<string, ReadCue>()
  for (const { path } of files.cue) cues.set(path, await readCueFile(join(root, path)))
  const music = await readTagsOf(ctx, root, files, tell)
  const paths = files.manifest.map(({ path }) => path)
  const { unreadable, ...manifests } = await readManifests(paths, (path) => readText(join(root, path)))
  const { tapes, left } = planTapes({
    name: nameOf(root),
    music,
    pictures: files.picture,
    words: files.words,
    cues,
    ...manifests,
    names: artist.names,
  })
  const before = importedTapes(ctx, artist.id)
  const hashed = await hashTapes(ctx, artist, { root, tapes, left, before }, tell)
  left.push(...unreadable.map((path) => ({ path, why: 'no manifest that can be read' })))
  return { tapes: placeTapes(ctx, artist, hashed, left, before), left: [...files.left, ...left] }
}

/** Files beside a cue sheet are measured, so that it is known whether the sheet is theirs. */
async function readTagsOf(ctx: Ctx, root: string, { music, cue }: FilesOfFolder, tell: Tell): Promise<FoundMusic[]> {
  const folders = new Set(cue.map(({ path }) => folderOf(path)))
  const [beside, others] = [true, false].map((is) => music.filter(({ path }) => folders.has(folderOf(path)) === is))
  const tags = new Map<FoundFile, AlbumTags>()
  for (const [files = [], measures] of [
    [beside, true],
    [others, false],
  ] as const) {
    const read = await readManyTags(ctx, root, files, tell, { measures })
    for (const [index, file] of files.entries()) tags.set(file, read[index] ?? {})
  }
  return music.map((file) => ({ ...file, tags: tags.get(file) ?? {} }))
}

type Before = ReadonlyMap<string, readonly ImportedFile[]>

type Hashed = Omit<PlannedTape, 'tracks'> & { tracks: (PlannedTrack & { sha256: string })[]; hashes: Set<string> }

/** The tapes that a folder becomes; the files of those that find no place go to `left`. */
type Planned = { root: string; tapes: readonly PlannedTape[]; left: LeftFile[]; before: Before }

/**
 * Reads the tracks for their hashes, only of tapes that an artist has room for or that may be those
 * of an earlier import: nobody waits for the bytes of four thousand albums to hear that a hundred
 * have a place. The newest comes first while the artist's first tape is blank, as it goes there.
 */
async function hashTapes(
  ctx: Ctx,
  { id: artistId }: ImportingArtist,
  { root, tapes, left, before }: Planned,
  tell: Tell,
): Promise<Hashed[]> {
  const unmatched = knownTapes(before)
  let room = mostTapes - tapesOfArtist(ctx, artistId).length
  let isBlank = blankFirstTape(ctx, artistId) !== undefined
  const hashed = new Map<PlannedTape, Hashed>()
  const waiting = [...tapes]
  const most = tapes.slice(0, room + unmatched.size + 1).reduce((sum, { tracks }) => sum + tracks.length, 0)
  let done = 0
  while (waiting.length > 0 && (room > 0 || isBlank || unmatched.size > 0)) {
    const tape = isBlank ? waiting.pop() : waiting.shift()
    if (tape === undefined) break
    const read = await hashTape(root, tape, left, () => {
      done += 1
      tell(done, Math.max(done, most), 'read')
    })
    if (read.tracks.length === 0) continue
    hashed.set(tape, read)
    const [known] = matchTapes([read], unmatched).values()
    if (known !== undefined) unmatched.delete(known)
    else if (isBlank) isBlank = false
    else room -= 1
  }
  for (const { tracks } of waiting) leaveForRoom(left, tracks)
  return tapes.flatMap((tape) => hashed.get(tape) ?? [])
}

const leaveForRoom = (left: LeftFile[], tracks: readonly { path: string }[]) => {
  for (const { path } of tracks) left.push({ path, why: `an artist has at most ${mostTapes} cassets` })
}

const knownTapes = (before: Before) =>
  new Map([...before].map(([id, files]) => [id, new Set(files.filter(isTrack).map(({ sha256 }) => sha256))]))

/** Hashes the tracks of a tape. Of two files with the same content the second is left out. */
async function hashTape(root: string, tape: PlannedTape, left: LeftFile[], tell: () => void): Promise<Hashed> {
  const tracks: Hashed['tracks'] = []
  const hashes = new Set<string>()
  for (const track of tape.tracks) {
    tell()
    const sha256 = await hashFile(join(root, track.path)).catch(() => undefined)
    if (sha256 === undefined) left.push({ path: track.path, why: 'cannot be read' })
    else if (hashes.has(sha256)) left.push({ path: track.path, why: 'the same as another file of its album' })
    else {
      hashes.add(sha256)
      tracks.push({ ...track, sha256 })
    }
  }
  return { ...tape, tracks, hashes }
}

function placeTapes(
  ctx: Ctx,
  artist: ImportingArtist,
  tapes: readonly Hashed[],
  left: LeftFile[],
  before: Before,
): ImportTape[] {
  const matched = matchTapes(tapes, knownTapes(before))
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
      leaveForRoom(left, tracks)
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
