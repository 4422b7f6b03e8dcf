import type { AudioFile, TagLib } from 'taglib-wasm'
import { id3Length } from '../../../../lib/audio/mpeg-header.ts'

const header = [0xff, 0xfb, 0x90, 0x64]
const frameBytes = 417

/** Three silent frames: enough for TagLib to read and write the ID3 tag before them. */
const bareFrames = (): Buffer => Buffer.concat(Array(3).fill(Buffer.alloc(frameBytes).fill(Buffer.from(header), 0, 4)))

/**
 * Opens an ID3 tag, such as that of a chunk in a WAV file, as the tag of an MP3 in memory: there
 * TagLib gives and takes single frames.
 */
export const openId3 = (taglib: TagLib, id3: Uint8Array): Promise<AudioFile> =>
  taglib.open(Buffer.concat([id3, bareFrames()]))

/** Returns the ID3v2 tag of such a file after its changes. */
export function savedId3(file: AudioFile): Uint8Array {
  if (!file.save()) throw new Error('The tag could not be written.')
  const bytes = file.getFileBuffer()
  return bytes.slice(0, id3Length(bytes, 0))
}
