import { type AudioFile, TagLib } from 'taglib-wasm'
import wasmUrl from '../../../../node_modules/taglib-wasm/dist/taglib-wasi.wasm' with { type: 'file' }
import { openId3, savedId3 } from '../../audio/ingest/master/bare-mp3.ts'
import type { Tags } from '../pack/pack.ts'
import { copyStripped } from '../strip/copy-stripped.ts'
import { keptSubjects } from './kept-subjects.ts'
import { mendMp4 } from './mend-mp4.ts'
import { type MasterTags, noTags, readMasterTags } from './read-master-tags.ts'
import { freeFrame, type Subject, subjectOf, subjectOfFrame } from './subjects.ts'
import { toProperties } from './to-properties.ts'

type More = { cover?: Uint8Array | null; master?: MasterTags; isConverted?: boolean }

export type Tagger = {
  read(master: string): Promise<MasterTags>
  /**
   * Copies the sound of a file, with its tags and a front cover (JPEG). Throws when it cannot hold
   * tags, and may then leave the copy half written.
   */
  copy(from: string, to: string, tags: Tags, more?: More): Promise<void>
}

type Picture = { mimeType: string; data: Uint8Array }

/** The tags of a copy: ours, and by their subjects those of the master that stay. */
type Written = { tags: Tags; kept: ReadonlySet<Subject>; master: MasterTags; picture: Picture | null }

/**
 * Opens TagLib. It reads and writes files itself in pieces, so that a master of any size takes
 * little memory. Of a master's tags those stay whose subject nobody replaced (rule: download-tags).
 */
export async function openTagger(): Promise<Tagger> {
  const taglib = await TagLib.initialize({ wasmUrl, forceWasmType: 'wasi' })
  return {
    read: (master) => readMasterTags(taglib, master),
    async copy(from, to, tags, { cover = null, master = noTags, isConverted = false } = {}) {
      const picture = cover ? { mimeType: 'image/jpeg', data: cover } : master.picture
      const written = { tags, kept: keptSubjects(tags, master, isConverted), master, picture }
      const hasId3 = await copyStripped(from, to, async () => ({
        tag: await makeId3(taglib, written),
        info: infoFields(written),
      }))
      if (!hasId3) await tagInPlace(taglib, to, written)
    },
  }
}

const pictures = (picture: Picture | null) => (picture ? [{ ...picture, type: 'FrontCover' as const }] : [])

const utf8Frame = (text: string) => new TextEncoder().encode(`\x03${text}`)

/** Returns an ID3v2.4 tag. The frames that stay of a master's own are in it as they were. */
async function makeId3(taglib: TagLib, { tags, kept, master, picture }: Written): Promise<Uint8Array> {
  const { track, tracks, disc, discs, lyrics } = tags
  const stays = (subject: string | undefined) => [...kept].some((each) => each === subject)
  const frames = master.frames.filter(({ id, body }) => stays(subjectOfFrame(id, body)))
  const others = frames.length > 0 ? {} : keptProperties(master, kept)
  using ours = await openId3(taglib, new Uint8Array())
  ours.setProperties({ ...others, ...toProperties(tags, kept) })
  if (!kept.has('lyrics')) ours.setLyrics(lyrics === null ? [] : [{ text: lyrics }])
  else if (frames.length === 0 && master.lyrics !== null) ours.setLyrics([{ text: master.lyrics }])
  using both = await openId3(taglib, savedId3(ours))
  // ID3 keeps number and total in one frame; as a property the total would be lost.
  both.setId3v2Frames('TRCK', [utf8Frame(`${track}/${tracks}`)])
  if (disc !== undefined) both.setId3v2Frames('TPOS', [utf8Frame(`${disc}/${discs}`)])
  for (const [id, some] of Map.groupBy(frames, ({ id }) => id)) {
    const own = id === freeFrame ? both.getId3v2Frames(id).map(({ data }) => data) : []
    both.setId3v2Frames(id, [...own, ...some.map(({ body }) => body)])
  }
  both.setPictures(pictures(picture))
  return savedId3(both)
}

// By TagLib's names, those that a list of tags in a WAV file has.
const infoNames: readonly (readonly [name: string, field: string])[] = [
  ['title', 'INAM'],
  ['artist', 'IART'],
  ['album', 'IPRD'],
  ['comment', 'ICMT'],
  ['genre', 'IGNR'],
  ['date', 'ICRD'],
]

function infoFields({ tags, kept, master }: Written): ReadonlyMap<string, string> {
  const properties: Record<string, string[]> = { ...keptProperties(master, kept), ...toProperties(tags, kept) }
  // It has room for one value of each.
  const fields = infoNames.map(([name, field]) => [field, properties[name]?.join('; ') ?? ''] as const)
  return new Map([...fields.filter(([, text]) => text !== ''), ['IPRT', `${tags.track}/${tags.tracks}`]])
}

async function tagInPlace(taglib: TagLib, path: string, { tags, kept, master, picture }: Written): Promise<void> {
  using file = await taglib.open(path)
  const format = file.getFormat()
  const former = Object.keys(file.properties()).map((name): [string, string[]] => [name, []])
  const staying = keptProperties(master, kept)
  file.setProperties({ ...Object.fromEntries(former), ...staying, ...toProperties(tags, kept) })
  if (format !== 'MP4') {
    file.setProperty('totalTracks', String(tags.tracks))
    if (tags.discs !== undefined) file.setProperty('totalDiscs', String(tags.discs))
  }
  setLyrics(file, tags, kept.has('lyrics') ? master : null)
  file.setPictures(pictures(picture))
  file.setRatings([])
  await file.saveToFile()
  if (format === 'MP4') await mendMp4(path, tags)
}

function setLyrics(file: AudioFile, { lyrics }: Tags, master: MasterTags | null): void {
  const own = lyrics === null ? [] : [lyrics]
  const hasTimes = master?.frames.some(({ id }) => id === 'SYLT')
  const texts = master === null ? own : hasTimes && master.lyrics !== null ? [master.lyrics] : master.plainLyrics
  file.setLyrics(texts.map((text) => ({ text })))
}

/** Returns the properties of a master that stay, as TagLib writes them into any kind of file. */
function keptProperties({ properties }: MasterTags, kept: ReadonlySet<Subject>): Record<string, string[]> {
  const staying = Object.entries(properties).flatMap(([name, values = []]) => {
    const subject = subjectOf(name)
    if (![...kept].some((each) => each === subject) || values.length === 0) return []
    // TagLib reads a flag as a word, which no player knows.
    const isFlag = name.toLowerCase() === 'compilation'
    return [[name, isFlag ? values.map((value) => (value === 'true' ? '1' : value)) : [...values]] as const]
  })
  return Object.fromEntries(staying)
}
