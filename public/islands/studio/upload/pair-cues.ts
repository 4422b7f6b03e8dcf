import { draftsOf } from '../../../../src/lib/album/cue/parts.ts'
import { placeCues } from '../../../../src/lib/album/cue/place-cues.ts'
import { type FoundMusic, kindOfPath, type LeftFile } from '../../../../src/lib/album/found.ts'
import { readAlbumTags } from '../tapes/bring/read-album-tags.ts'
import { readCues } from '../tapes/bring/read-cues.ts'
import { type GivenFile, openFile } from './packed-file.ts'
import type { QueuedFile } from './uploads.ts'

/** Finds the files that cue sheets among them are about; a sheet that fits none is refused. */
export async function pairCues(files: readonly GivenFile[]): Promise<QueuedFile[]> {
  const isCue = ({ name }: GivenFile) => kindOfPath(name) === 'cue'
  const sound = files.filter((file) => !isCue(file))
  const cues = await readCues(files.filter(isCue).map((file) => ({ path: file.name, file })))
  const music: FoundMusic[] = []
  for (const file of sound) {
    const opened = await openFile(file).catch(() => null)
    const tags = opened === null ? {} : await readAlbumTags(opened, true)
    music.push({ path: file.name, bytes: file.size, tags })
  }
  const left: LeftFile[] = []
  const placed = placeCues(music, cues, left)
  const queued = sound.map((file, index): QueuedFile => {
    const { parts, tags } = placed[index] ?? {}
    const isNamed = tags !== undefined && tags !== music[index]?.tags
    return {
      file,
      title: isNamed && !parts ? (tags.title ?? null) : null,
      lyrics: null,
      parts: parts ? draftsOf(parts) : null,
    }
  })
  const refused = left.flatMap(({ path, why }): QueuedFile[] => {
    const file = files.find(({ name }) => name === path)
    return file ? [{ file, title: null, lyrics: null, parts: null, why }] : []
  })
  return [...queued, ...refused]
}
