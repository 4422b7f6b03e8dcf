import { say } from '../../language/say.ts'
import { saidDate } from '../../time/said-date.ts'
import { type AlbumTags, type FoundMusic, folderOf, type LeftFile, nameOf, stemOf } from '../found.ts'
import { inOrderOfNames } from '../in-order.ts'
import { type CueFile, type CueSheet, type CueTrack, cueFramesPerSec, type ReadCue, readCueText } from './read-cue.ts'

/** A track that is cut out of a file: it lasts until the next one begins (rule: cue-sheets). */
export type PlannedPart = CueTrack

/** Cue sheets by their path. */
export type Cues = ReadonlyMap<string, ReadCue>

export type CutMusic = FoundMusic & { parts?: PlannedPart[] }

const alike = (name: string): string => name.normalize('NFC').toLowerCase()
const plainName = (path: string): string =>
  alike(path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1))
const plainStem = (path: string): string => stemOf(plainName(path))

/**
 * Finds for each cue sheet the files that it is about, in its own folder alone and by their names
 * alone, wherever it says that they are; cue sheets in tags count where none lies beside. Its words
 * about an album and its tracks go before those of the file.
 */
export function placeCues(music: readonly FoundMusic[], cues: Cues, left: LeftFile[]): CutMusic[] {
  const cut = new Map<FoundMusic, { sheet: CueSheet; file: CueFile }>()
  for (const [path, { sheet, problem }] of [...cues].toSorted(([a], [b]) => inOrderOfNames(a, b))) {
    if (problem !== null) left.push({ path, why: problem })
    else {
      const there = music.filter((each) => folderOf(each.path) === folderOf(path))
      const found = sheet.files.flatMap((file) => {
        const of = fileOf(file, { path, sheet, there })
        return of ? [{ of, file }] : []
      })
      if (found.length < sheet.files.length) left.push({ path, why: say('a cue sheet of a file that is not here') })
      else if (found.some(({ of }) => cut.has(of)) || new Set(found.map(({ of }) => of)).size < found.length) {
        left.push({ path, why: say('a second cue sheet of the same file') })
      } else if (found.some(({ of, file }) => goesBeyond(file, of.tags.seconds))) {
        left.push({ path, why: say('a cue sheet with tracks after the end of its file') })
      } else for (const { of, file } of found) cut.set(of, { sheet, file })
    }
  }
  return music.map((each) => {
    const beside = cut.get(each) ?? cueInTags(each)
    return beside ? cutMusic(each, beside) : each
  })
}

/** Returns whether a track begins where there is no sound any more. */
export const goesBeyond = ({ tracks }: Pick<CueFile, 'tracks'>, seconds: number | undefined): boolean =>
  (tracks.at(-1)?.from ?? 0) / cueFramesPerSec >= (seconds ?? Infinity)

function cueInTags({ tags }: FoundMusic): { sheet: CueSheet; file: CueFile } | undefined {
  if (tags.cue === undefined) return undefined
  // In a tag it needs no name of a file.
  const { sheet } = readCueText(/^\s*FILE\s/im.test(tags.cue) ? tags.cue : `FILE "" WAVE\n${tags.cue}`)
  const [file, other] = sheet?.files ?? []
  // A file that was cut before may still have the sheet of all.
  const isOfAll = file && !other && file.tracks.length > 1 && !goesBeyond(file, tags.seconds)
  return sheet && isOfAll ? { sheet, file } : undefined
}

type Place = { path: string; sheet: CueSheet; there: readonly FoundMusic[] }

/** By its name, by its name with another ending (it was packed since), or the only one there is. */
function fileOf({ name }: CueFile, { path, sheet, there }: Place): FoundMusic | undefined {
  const only = sheet.files.length === 1
  return (
    there.find((each) => plainName(each.path) === plainName(name)) ??
    onlyOne(there.filter((each) => plainStem(each.path) === plainStem(name))) ??
    (only ? onlyOne(there.filter((each) => plainStem(each.path) === plainStem(nameOf(path)))) : undefined) ??
    (only ? onlyOne(there) : undefined)
  )
}

const onlyOne = (found: readonly FoundMusic[]): FoundMusic | undefined => (found.length === 1 ? found[0] : undefined)

function cutMusic(each: FoundMusic, { sheet, file }: { sheet: CueSheet; file: CueFile }): CutMusic {
  const [first, ...more] = file.tracks
  if (!first) return each
  const performers = new Set(file.tracks.map(({ performer }) => performer ?? sheet.performer ?? ''))
  const tags: AlbumTags = {
    ...each.tags,
    ...(sheet.title === undefined ? {} : { album: sheet.title }),
    ...(sheet.performer === undefined ? {} : { albumArtist: sheet.performer }),
    ...(sheet.performer === undefined && performers.size > 2 ? { isCompilation: true } : {}),
    ...(sheet.date === undefined ? {} : saidDate(sheet.date)),
  }
  if (more.length > 0) {
    const { title: _, ...ofAll } = tags
    return { ...each, tags: { ...ofAll, track: first.number }, parts: file.tracks }
  }
  const { title = each.tags.title, performer = each.tags.artist } = first
  return {
    ...each,
    tags: {
      ...tags,
      track: first.number,
      ...(title === undefined ? {} : { title }),
      ...(performer === undefined ? {} : { artist: performer }),
    },
  }
}
