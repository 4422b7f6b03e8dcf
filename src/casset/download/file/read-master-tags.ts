import type { TagLib } from 'taglib-wasm'
import { plainPicture } from '../../../platform/asset/picture/plain-picture.ts'
import { maxPixels } from '../../../platform/asset/picture/render-picture.ts'
import { openId3 } from '../../audio/ingest/master/bare-mp3.ts'
import { readId3 } from '../../audio/ingest/master/read-id3.ts'
import { coverIn, lyricsIn, openAnyTags } from '../../audio/ingest/master/read-tags.ts'

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

/** Returns the tags of a master; none where they are damaged, or larger than any that is used. */
export async function readMasterTags(taglib: TagLib, path: string): Promise<MasterTags> {
  try {
    const id3 = await readId3(path)
    if (id3 === null) return noTags
    using file = await openAnyTags(path)
    const picture = coverIn(file)
    return {
      properties: file.properties(),
      frames: id3.length === 0 ? [] : await framesOf(taglib, id3),
      lyrics: (await lyricsIn(file, id3)) ?? null,
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
