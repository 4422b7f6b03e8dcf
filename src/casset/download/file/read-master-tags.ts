import { open } from 'node:fs/promises'
import type { TagLib } from 'taglib-wasm'
import { id3Length } from '../../../lib/audio/mpeg-header.ts'
import { plainPicture } from '../../../platform/asset/picture/plain-picture.ts'
import { maxPixels } from '../../../platform/asset/picture/render-picture.ts'
import { coverIn, lyricsIn } from '../../audio/ingest/master/read-tags.ts'
import { type Source, sourceOf } from '../strip/piece.ts'
import { openId3 } from './bare-mp3.ts'

export type Properties = Record<string, readonly string[] | undefined>
export type Frame = { id: string; body: Uint8Array }

/** The tags of a master, of which a download keeps what nobody replaced (rule: download-tags). */
export type MasterTags = {
  properties: Properties
  /** All frames of its ID3 tag; none where it has no such tag. */
  frames: Frame[]
  /** As an artist is offered them, with times where it has some. */
  lyrics: string | null
  plainLyrics: readonly string[]
  /** Its cover without what its camera or program wrote into it. */
  picture: { mimeType: string; data: Uint8Array } | null
}

export const noTags: MasterTags = { properties: {}, frames: [], lyrics: null, plainLyrics: [], picture: null }

// A cover of 25 MB can be taken over; nothing else in a tag is as large.
const mostTagBytes = 32_000_000
const mostChunks = 10_000

/** Returns the tags of a master; none where they are damaged, or larger than any that is used. */
export async function readMasterTags(taglib: TagLib, path: string): Promise<MasterTags> {
  try {
    const id3 = await id3Of(path)
    if (id3 === null) return noTags
    using file = await taglib.open(path)
    const picture = coverIn(file)
    return {
      properties: file.properties(),
      frames: id3.length === 0 ? [] : await framesOf(taglib, id3),
      lyrics: lyricsIn(file) ?? null,
      plainLyrics: file.getLyrics().map(({ text }) => text),
      picture: picture ? await cleaned(picture) : null,
    }
  } catch {
    return noTags
  }
}

async function framesOf(taglib: TagLib, id3: Uint8Array): Promise<Frame[]> {
  using file = await openId3(taglib, id3)
  return file.getId3v2Frames().map(({ id, data }) => ({ id, body: data }))
}

/** Returns the ID3 tag of an MP3, WAV or AIFF file: empty without one, null if too large. */
async function id3Of(path: string): Promise<Uint8Array | null> {
  const file = await open(path, 'r')
  try {
    const source = await sourceOf(file)
    const place = await placeOfId3(source)
    if (place.bytes > mostTagBytes) return null
    const { buffer, bytesRead } = await file.read(Buffer.alloc(place.bytes), 0, place.bytes, place.at)
    return id3Length(buffer, 0) === 0 ? Buffer.alloc(0) : buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

async function placeOfId3(source: Source): Promise<{ at: number; bytes: number }> {
  const head = await source.read(0, 12)
  const mark = head.toString('latin1', 0, 4)
  if (mark !== 'RIFF' && mark !== 'FORM') return { at: 0, bytes: id3Length(head, 0) }
  let at = 12
  for (let seen = 0; seen < mostChunks; seen++) {
    const chunk = await source.read(at, 8)
    if (chunk.length < 8) break
    const bytes = mark === 'RIFF' ? chunk.readUInt32LE(4) : chunk.readUInt32BE(4)
    if (/^id3 $/i.test(chunk.toString('latin1', 0, 4))) return { at: at + 8, bytes }
    at += 8 + bytes + (bytes % 2)
  }
  return { at: 0, bytes: 0 }
}

const marks: readonly (readonly [mark: string, mimeType: string])[] = [
  ['ffd8ff', 'image/jpeg'],
  ['89504e47', 'image/png'],
  ['52494646', 'image/webp'],
]

/**
 * Returns a picture with its pixels as they are; one with notes of a camera, its place in the world
 * among them, is encoded again. Null for what is no picture of a kind that the site takes.
 */
async function cleaned(picture: Uint8Array): Promise<MasterTags['picture']> {
  try {
    const data = plainPicture(picture)
    const start = Buffer.from(data.subarray(0, 4)).toString('hex')
    const mimeType = marks.find(([mark]) => start.startsWith(mark))?.[1]
    if (mimeType === undefined) return null
    const image = new Bun.Image(data, { maxPixels })
    const { width } = await image.metadata()
    if (width > 0 && !Buffer.from(data).includes('Exif\0')) return { mimeType, data }
    return { mimeType: 'image/jpeg', data: await image.jpeg({ quality: 88 }).bytes() }
  } catch {
    return null
  }
}
