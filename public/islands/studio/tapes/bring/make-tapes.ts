import { draftsOf, partStems } from '../../../../../src/lib/album/cue/parts.ts'
import { stemOf } from '../../../../../src/lib/album/found.ts'
import type { PlannedTape } from '../../../../../src/lib/album/plan-tapes.ts'
import { decodeText } from '../../../../../src/lib/encoding/decode-text.ts'
import { say } from '../../../../../src/lib/language/say.ts'
import { cutText } from '../../../../../src/lib/text/code-points.ts'
import { longest } from '../../../../../src/lib/text/longest.ts'
import { api } from '../../../../lib/api.ts'
import { troubleOf } from '../../../../lib/trouble.ts'
import { type GivenFile, openFile } from '../../upload/packed-file.ts'
import { type QueuedFile, queueFiles, type Taking } from '../../upload/uploads.ts'
import type { GivenFolder } from './folder-files.ts'
import { coverInFile } from './read-album-tags.ts'

/** A tape that was made, or found under its name; `problem` where it could not be. */
export type MadeTape = { name: string; slug: string | null; problem: string | null }

/**
 * Makes the planned tapes one after another and queues their files. A tape that the artist has
 * under this name already is gone on with, and files that are on it are not sent again.
 */
export async function makeTapes(
  tapes: readonly PlannedTape[],
  given: GivenFolder,
  taking: Taking,
  made: (tape: MadeTape) => void,
): Promise<void> {
  const files = new Map(given.files.map(({ path, file }) => [path, file]))
  const own = (await api.studio.cassets.get()).data?.cassets ?? []
  for (const tape of tapes) {
    const known = own.find(({ name }) => name === keptName(tape.name))
    const opened = known ?? (await makeTape(tape))
    if ('problem' in opened) {
      made({ name: tape.name, slug: null, problem: opened.problem })
      continue
    }
    const problem = known ? null : await describeTape(opened.id, tape, files)
    const there = known ? await filesOn(known.slug) : noFiles
    const queued: QueuedFile[] = []
    for (const { path, title, lyrics, parts } of tape.tracks) {
      const file = files.get(path)
      if (!file || there.keys.has(keyOf(file.name, file.size))) continue
      if (parts && partStems(parts).every((stem) => there.stems.has(stem))) continue
      queued.push({
        file,
        title: cutText(title, longest.title),
        lyrics: await lyricsOf(lyrics, files),
        parts: parts ? draftsOf(parts) : null,
      })
    }
    queueFiles(opened.id, queued, taking)
    made({ name: tape.name, slug: opened.slug, problem })
  }
}

export const keptName = (name: string): string => cutText(name, longest.cassetName)

const keyOf = (name: string, bytes: number): string => `${bytes} ${name}`

async function makeTape({ name, kind, word }: PlannedTape) {
  const make = (more: { word?: string }) => api.studio.cassets.post({ name: keptName(name), kind, ...more })
  let answer = await make(word === null ? {} : { word })
  // A word that cannot be had, or a name that is no word: the site finds one.
  if (answer.error && word !== null) answer = await make({})
  if (answer.error) answer = await make({ word: `tape-${Date.now().toString(36)}` })
  return answer.data ? answer.data.casset : { problem: troubleOf(answer.error).text }
}

/** Sets day and cover of a new tape. Returns what went wrong, in words; null when nothing did. */
async function describeTape(
  id: string,
  { day, cover, tracks }: PlannedTape,
  files: ReadonlyMap<string, GivenFile>,
): Promise<string | null> {
  const given = cover ? files.get(cover.path) : undefined
  const carrier = given && (await openFile(given).catch(() => undefined))
  // A file that is cut loses the picture in it, which others keep until they have arrived.
  const isCut = tracks.some(({ path, parts }) => parts && path === cover?.path)
  const picture = cover?.isInside ? carrier && isCut && (await coverInFile(carrier)) : carrier
  const asset = picture ? await api.studio.assets.post({ file: picture }) : undefined
  const coverAssetId = asset?.data?.asset.id
  const patch = {
    ...(day === null ? {} : { releasedOn: day }),
    ...(coverAssetId === undefined ? {} : { coverAssetId }),
  }
  const { error } = await api.studio.casset({ id }).patch(patch)
  if (asset?.error) return say('The cover was not taken. {trouble}', { trouble: troubleOf(asset.error).text })
  return error ? troubleOf(error).text : null
}

/** The files on a tape: as they were sent, and the names of those that were cut out of one. */
type FilesThere = { keys: ReadonlySet<string>; stems: ReadonlySet<string> }

const noFiles: FilesThere = { keys: new Set(), stems: new Set() }

async function filesOn(slug: string): Promise<FilesThere> {
  const { data } = await api.casset({ slug }).media.get()
  const there = (data?.tracks ?? []).flatMap((track) => ('file' in track ? [track.file] : []))
  return {
    keys: new Set(there.map(({ name, bytes }) => keyOf(name, bytes))),
    stems: new Set(there.map(({ name }) => stemOf(name))),
  }
}

async function lyricsOf(path: string | null, files: ReadonlyMap<string, GivenFile>): Promise<string | null> {
  if (path === null) return null
  const given = files.get(path)
  const file = given && (await openFile(given).catch(() => undefined))
  const bytes = await file?.arrayBuffer().catch(() => undefined)
  return bytes === undefined ? null : cutText(decodeText(new Uint8Array(bytes)), longest.lyrics)
}
