import { say } from '../language/say.ts'
import type { TapeKind } from '../music/tape.ts'
import { dayOf } from '../time/calendar.ts'
import { saidDate } from '../time/said-date.ts'
import { type Cues, type PlannedPart, placeCues } from './cue/place-cues.ts'
import { type FoundFile, type FoundMusic, folderOf, type LeftFile, nameOf, oneLine, stemOf } from './found.ts'
import { type AlbumGroup, groupAlbums, type Manifests, type PlacedMusic, placeMusic } from './group-albums.ts'
import { groupBy } from './group-by.ts'
import { inOrderOfNames } from './in-order.ts'
import { firstNamed, isNamed, isVarious } from './made-by.ts'
import { readFolderName } from './names.ts'
import { type Pictures, pickCover } from './pick-cover.ts'

/**
 * A file of a planned tape: one track, or the parts that a cue sheet makes of it; `lyrics` is the
 * file beside it that holds them.
 */
export type PlannedTrack = FoundFile & {
  title: string
  lyrics: string | null
  parts?: readonly PlannedPart[]
  seconds?: number
}

/** Returns how many tracks files become. */
export const countTracks = (files: readonly { parts?: readonly unknown[] | undefined }[]): number =>
  files.reduce((sum, { parts }) => sum + (parts?.length ?? 1), 0)

/** The picture of a tape: a file, or the one inside a file of music. */
export type PlannedCover = { path: string; isInside: boolean }

export type PlannedTape = {
  folder: string
  name: string
  kind: TapeKind
  /** YYYY-MM-DD; the first day of a month or year of which no more is known. */
  day: string | null
  precision: 'day' | 'month' | 'year'
  /** The word of its address that a manifest asks for. */
  word: string | null
  /** A price as a manifest writes it. */
  price: string | null
  cover: PlannedCover | null
  tracks: PlannedTrack[]
}

export type Plan = { tapes: PlannedTape[]; left: LeftFile[] }

/** The files of a folder. `names`: all names that the artist's own music may carry. */
export type FoundFolder = {
  name: string
  music: readonly FoundMusic[]
  pictures: readonly FoundFile[]
  words: readonly FoundFile[]
  cues: Cues
  releases: Manifests
  tracks: Manifests
  above: Manifests
  names: readonly string[]
}

export const mostTracks = 500

const isDay = (text: string | undefined): text is string => text !== undefined && dayOf(text) !== undefined

/**
 * Returns what becomes of a folder of music: tapes, the oldest first, and what is left out and why
 * (rule: brought-along). Server and browser both ask it.
 */
export function planTapes(found: FoundFolder): Plan {
  const left: LeftFile[] = []
  const placed = placeMusic(placeCues(found.music, found.cues, left), found.tracks)
  const samplers = samplersIn(placed)
  const theirs = placed.filter((file) => isTheirs(file, found, samplers.has(file), left))
  const beside: Beside = {
    pictures: groupBy(found.pictures, ({ path }) => folderOf(path)),
    words: groupBy(found.words, ({ path }) => bareOf(path)),
  }
  const tapes = groupAlbums(theirs, found.releases, found.tracks).map((group) => planTape(group, found, beside, left))
  const used = new Set(tapes.flatMap(({ cover, tracks }) => [cover?.path, ...tracks.map(({ lyrics }) => lyrics)]))
  for (const { path } of found.pictures)
    if (!used.has(path)) left.push({ path, why: say('a picture that no casset needs') })
  for (const { path } of found.words) if (!used.has(path)) left.push({ path, why: say('a text that is of no track') })
  const byDay = (a: PlannedTape, b: PlannedTape) => (a.day ?? '').localeCompare(b.day ?? '')
  return { tapes: tapes.toSorted((a, b) => byDay(a, b) || inOrderOfNames(a.folder, b.folder)), left }
}

/** The files beside the music: pictures by folder, texts by their path without suffix. */
type Beside = { pictures: Pictures; words: ReadonlyMap<string, readonly FoundFile[]> }

const bareOf = (path: string): string => `${folderOf(path)}/${stemOf(path)}`.toLowerCase()

const fewestOfSampler = 3

/**
 * Returns the files of samplers: those whose album artist says so, and of an album without one
 * those that are marked as parts of a compilation, or name three artists or more.
 */
function samplersIn(placed: readonly PlacedMusic[]): ReadonlySet<PlacedMusic> {
  const isSaid = ({ tags }: PlacedMusic) => tags.albumArtist !== undefined && isVarious(tags.albumArtist)
  const unsaid = placed.filter(({ tags }) => oneLine(tags.album ?? '') !== '' && tags.albumArtist === undefined)
  const albums = groupBy(unsaid, ({ path, tags }) => `${folderOf(path)}\n${tags.album}`)
  const samplers = [...albums.values()].filter((files) => {
    const artists = new Set(files.map(({ tags }) => firstNamed(tags.artist ?? '')))
    return files.every(({ tags }) => tags.isCompilation) || artists.size >= fewestOfSampler
  })
  return new Set([...placed.filter(isSaid), ...samplers.flat()])
}

/** Whether a file is the artist's own by what it says; another's is left out. */
function isTheirs(
  { path, tags, named }: PlacedMusic,
  found: FoundFolder,
  isOfSampler: boolean,
  left: LeftFile[],
): boolean {
  const { releases, above, names } = found
  const folder = folderOf(path)
  const release = releases.get(folder) ?? releases.get(folderOf(folder))
  const own = isOfSampler ? undefined : (tags.albumArtist ?? tags.artist ?? named.artist)
  const by = release?.artist ?? artistAbove(folder, above) ?? own
  if (by === undefined || oneLine(by) === '' || isNamed(by, names)) return true
  const name = oneLine(by)
  left.push({ path, why: say('by “{name}”, which is not a name of this artist', { name }), by: name })
  return false
}

/** Returns the artist that the nearest manifest of a folder or one above it names. */
function artistAbove(folder: string, above: Manifests): string | undefined {
  const artist = above.get(folder)?.artist
  return artist !== undefined || folder === '' ? artist : artistAbove(folderOf(folder), above)
}

function planTape(group: AlbumGroup, found: FoundFolder, beside: Beside, left: LeftFile[]): PlannedTape {
  const { folder, manifest } = group
  const ordered = inTapeOrder(group.files)
  const files: PlacedMusic[] = []
  for (const file of ordered) {
    if (countTracks(files) + countTracks([file]) <= mostTracks) files.push(file)
    else left.push({ path: file.path, why: say('a casset has at most {mostTracks} tracks', { mostTracks }) })
  }
  const ofFolder = readFolderName(folder === '' ? found.name : nameOf(folder), (text) => isNamed(text, found.names))
  const album = mostCommon(files.map(({ tags, named }) => tags.album ?? named.album))
  const name = oneLine(manifest?.title ?? '') || oneLine(album ?? '') || ofFolder.name || 'Untitled'
  return {
    folder,
    name,
    kind: kindOf(name, countTracks(files)),
    ...releaseDayOf(group, ofFolder.year),
    word: manifest?.permalink ?? null,
    price: manifest?.price ?? null,
    cover: pickCover(group, files, beside.pictures),
    tracks: files.map(({ path, bytes, tags, named, parts, manifest: own }) => ({
      path,
      bytes,
      ...(parts === undefined ? {} : { parts }),
      ...(tags.seconds === undefined ? {} : { seconds: tags.seconds }),
      title: oneLine(own?.title ?? '') || oneLine(tags.title ?? '') || named.title,
      lyrics: wordsBeside(path, beside),
    })),
  }
}

/** Sorts by disc, then by number where the numbers of a disc differ, else by name. */
function inTapeOrder(files: readonly PlacedMusic[]): PlacedMusic[] {
  const byName = files.toSorted((a, b) => inOrderOfNames(a.path, b.path))
  const discs = [...groupBy(byName, ({ disc }) => disc ?? 1)].toSorted(([a], [b]) => a - b)
  return discs.flatMap(([, onDisc]) => {
    const numbers = onDisc.map(({ tags, named }) => tags.track ?? named.track)
    const isNumbered = numbers.every((number) => number !== undefined) && new Set(numbers).size === numbers.length
    if (!isNumbered) return onDisc
    return onDisc.toSorted((a, b) => (a.tags.track ?? a.named.track ?? 0) - (b.tags.track ?? b.named.track ?? 0))
  })
}

function mostCommon(texts: readonly (string | undefined)[]): string | undefined {
  const [most] = [...groupBy(texts, (text) => text)]
    .filter(([text]) => text !== undefined)
    .toSorted(([, a], [, b]) => b.length - a.length)
  return most?.[0]
}

function kindOf(name: string, tracks: number): TapeKind {
  if (/\bEP\b[)\]]?$/i.test(name)) return 'EP'
  if (/\bsingle[)\]]?$/i.test(name) || tracks === 1) return 'SINGLE'
  if (/^live (?:at|in|from|on)\b|\blive[)\]]?$/i.test(name)) return 'LIVE'
  return /\bdemos?[)\]]?$/i.test(name) ? 'DEMO' : 'ALBUM'
}

const monthLength = 'YYYY-MM'.length

function releaseDayOf(
  { manifest, files }: AlbumGroup,
  folderYear: number | undefined,
): Pick<PlannedTape, 'day' | 'precision'> {
  const own = manifest?.date === undefined ? undefined : saidDate(manifest.date)
  const dates = own?.date === undefined ? files.map(({ tags }) => tags.date) : [own.date]
  const day = mostCommon(dates.filter(isDay))
  if (day !== undefined) return { day, precision: 'day' }
  const month = mostCommon(dates.filter((date) => date?.length === monthLength))
  if (month !== undefined) return { day: `${month}-01`, precision: 'month' }
  const year = mostCommon(files.map(({ tags }) => tags.year?.toString())) ?? folderYear
  return { day: year === undefined ? null : `${year}-01-01`, precision: 'year' }
}

/** Returns the file of lyrics beside a track: the same name, as .lrc or .txt. */
function wordsBeside(path: string, { words }: Beside): string | null {
  const found = words.get(bareOf(path)) ?? []
  return (found.find((each) => /\.lrc$/i.test(each.path)) ?? found[0])?.path ?? null
}
