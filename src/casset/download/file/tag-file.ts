import { TagLib } from 'taglib-wasm'
import wasmUrl from '../../../../node_modules/taglib-wasm/dist/taglib-wasi.wasm' with { type: 'file' }
import type { Credit } from '../../../lib/music/credits.ts'
import type { Tags } from '../pack/pack.ts'
import { dropId3v1 } from './drop-id3v1.ts'
import { setMp4Total } from './set-mp4-total.ts'

/** Writes tags and a front cover (JPEG) into a file in place; its audio is not changed. */
export type TagFile = (path: string, tags: Tags, cover: Uint8Array | null) => Promise<void>

const utf8Frame = (text: string) => new TextEncoder().encode(`\x03${text}`)

/**
 * Opens TagLib. It reads and writes the file itself in pieces, so that a master of any size takes
 * little memory. No other tags remain (rule: download-tags). TagFile throws when a file cannot hold
 * tags, and may then leave it half written.
 */
export async function openTagger(): Promise<TagFile> {
  const taglib = await TagLib.initialize({ wasmUrl, forceWasmType: 'wasi' })
  return async (path, tags, cover) => {
    const { track, tracks, lyrics } = tags
    using file = await taglib.open(path)
    const format = file.getFormat()
    const former = Object.keys(file.properties()).map((name) => [name, []] as const)
    file.setProperties({ ...Object.fromEntries(former), ...toProperties(tags) })
    // ID3 keeps number and total in one frame; as a property the total would be lost.
    if (format === 'MP3') file.setId3v2Frames('TRCK', [utf8Frame(`${track}/${tracks}`)])
    else if (format !== 'MP4') file.setProperty('totalTracks', String(tracks))
    file.setLyrics(lyrics === null ? [] : [{ text: lyrics }])
    file.setPictures(cover ? [{ mimeType: 'image/jpeg', data: cover, type: 'FrontCover' }] : [])
    file.setRatings([])
    await file.saveToFile()
    if (format === 'MP4') await setMp4Total(path, tracks)
    if (format === 'MP3') await dropId3v1(path)
  }
}

const toProperties = ({ title, artist, album, track, year, isrc, url, credits = [] }: Tags) => ({
  title: [title],
  artist: [artist],
  albumArtist: [artist],
  album: [album],
  trackNumber: [String(track)],
  comment: [url],
  ...(year === null ? {} : { date: [String(year)] }),
  ...(isrc === null ? {} : { isrc: [isrc] }),
  ...creditProperties(credits),
})

// By the names that TagLib has for them in every kind of file.
const ownTags = new Set([
  'writer',
  'composer',
  'lyricist',
  'arranger',
  'conductor',
  'producer',
  'engineer',
  'mixer',
  'mastering',
  'remixer',
  'label',
  'copyright',
])

/** A role without a tag of its own stands behind the name of a performer, as in Vorbis comments. */
function creditProperties(credits: readonly Credit[]): Record<string, string[]> {
  const properties: Record<string, string[]> = {}
  for (const { role, name } of credits) {
    const [tag, value] = ownTags.has(role)
      ? [role.toUpperCase(), name]
      : ['PERFORMER', role === 'performer' ? name : `${name} (${role})`]
    properties[tag] = [...(properties[tag] ?? []), value]
  }
  return properties
}
