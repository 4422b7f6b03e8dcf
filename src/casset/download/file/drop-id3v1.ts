import { open } from 'node:fs/promises'

const tagBytes = 128

/**
 * Removes the tag at the end of an MP3 or bare AAC file, which TagLib always writes: it has 30
 * letters of Latin-1 a field, and some programs show it instead of the whole one in front.
 */
export async function dropId3v1(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    const start = Math.max(0, (await file.stat()).size - tagBytes)
    const { buffer } = await file.read(Buffer.alloc(3), 0, 3, start)
    if (buffer.toString('latin1') === 'TAG') await file.truncate(start)
  } finally {
    await file.close()
  }
}
