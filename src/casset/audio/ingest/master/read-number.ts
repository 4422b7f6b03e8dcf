import { open } from 'node:fs/promises'
import type { AudioFile } from 'taglib-wasm'
import { fourAt, viewOf } from '../pcm/layout.ts'
import { readId3 } from './read-id3.ts'

// Comments lie before the sound; a cover before them is rare.
const headBytes = 262_144
const name = 'TRACKNUMBER='
const longest = 8

/**
 * Returns the number of a track as its file writes it, such as B2: TagLib gives whole numbers only,
 * and none of some lists of a WAV. `openBare` opens an ID3 tag by itself.
 */
export async function readNumber(
  path: string,
  file: AudioFile,
  openBare: (id3: Uint8Array) => Promise<AudioFile>,
): Promise<string> {
  const format = file.getFormat()
  if (format === 'MP3') return textOfFrame(file.getId3v2Frames('TRCK')[0]?.data)
  if (format === 'FLAC' || format === 'OGG' || format === 'OPUS') return await commentIn(path)
  if (format !== 'WAV' && format !== 'AIFF') return ''
  const id3 = await readId3(path)
  if (id3 === null || id3.length === 0) return format === 'WAV' ? await numberInInfo(path) : ''
  using tag = await openBare(id3)
  return textOfFrame(tag.getId3v2Frames('TRCK')[0]?.data) || (await numberInInfo(path))
}

const textOfFrame = (body: Uint8Array | undefined): string =>
  Buffer.from(body?.subarray(1, 2 * longest) ?? [])
    .toString('latin1')
    .replaceAll(/[\0\xff\xfe]/g, '')

/** Returns the number of a track as the comments at the start of a file have it. */
async function commentIn(path: string): Promise<string> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    const head = buffer.subarray(0, bytesRead)
    const at = head.toString('latin1').toUpperCase().indexOf(name)
    if (at < 4) return ''
    const bytes = head.readUInt32LE(at - 4) - name.length
    return bytes > 0 && bytes <= longest ? head.toString('latin1', at + name.length, at + name.length + bytes) : ''
  } finally {
    await file.close()
  }
}

const mostChunks = 10_000
const mostListBytes = 262_144

/**
 * Returns the number of the track in the list INFO of a WAV, under the name that TagLib does not
 * read; empty where there is none.
 */
async function numberInInfo(path: string): Promise<string> {
  const { size } = Bun.file(path)
  for (let at = 12, seen = 0; at < size && seen < mostChunks; seen++) {
    const head = await viewOf(path, at, 12)
    if (head.byteLength < 12) return ''
    const bytes = head.getUint32(4, true)
    const isInfo = fourAt(head, 0) === 'LIST' && fourAt(head, 8) === 'INFO'
    const found = isInfo ? numberIn(await viewOf(path, at + 12, Math.min(bytes - 4, mostListBytes))) : undefined
    if (found !== undefined) return found
    at += 8 + bytes + (bytes % 2)
  }
  return ''
}

function numberIn(list: DataView): string | undefined {
  for (let at = 0; at + 8 <= list.byteLength; ) {
    const bytes = list.getUint32(at + 4, true)
    if (/^(?:ITRK|IPRT)$/i.test(fourAt(list, at))) {
      const text = new Uint8Array(list.buffer, list.byteOffset + at + 8, Math.min(bytes, list.byteLength - at - 8))
      return Buffer.from(text).toString('latin1').replaceAll('\0', '').trim()
    }
    at += 8 + bytes + (bytes % 2)
  }
  return undefined
}
