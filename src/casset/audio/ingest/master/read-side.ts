import { open } from 'node:fs/promises'
import type { AudioFile } from 'taglib-wasm'
import { placeOnSide, type SidePlace } from '../../../../lib/album/side.ts'

// Comments lie before the sound; a cover before them is rare.
const headBytes = 262_144
const name = 'TRACKNUMBER='
const longest = 8

/**
 * Returns the place of a track whose file numbers it by its side of a record: TagLib gives numbers
 * only. Undefined for all others.
 */
export async function readSide(path: string, file: AudioFile): Promise<SidePlace | undefined> {
  const format = file.getFormat()
  if (format === 'MP3') return placeOnSide(textOfFrame(file.getId3v2Frames('TRCK')[0]?.data))
  return format === 'FLAC' || format === 'OGG' || format === 'OPUS' ? placeOnSide(await commentIn(path)) : undefined
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
