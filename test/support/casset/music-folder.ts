import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { TagLib } from 'taglib-wasm'
import { once } from '../../../src/lib/turn/once.ts'
import { temporaryFolder } from '../process.ts'
import { fixture } from './upload.ts'

const taglib = once(() => TagLib.initialize())

/** The tags that are written into a file: taglib's names, and the words of its lyrics. */
type Tags = Record<string, string | string[]> & { lyrics?: string }

export type MusicFolder = Disposable & {
  path: string
  put(path: string, content: string | Uint8Array): Promise<void>
  /**
   * Writes a copy of a fixture by Nova with these tags and perhaps a cover, or the number of a side
   * in an MP3. Copies with other tags differ.
   */
  putMusic(path: string, tags: Tags, more?: { from?: string; cover?: Uint8Array; side?: string }): Promise<void>
}

export function musicFolder(): MusicFolder {
  const folder = temporaryFolder()
  const put = async (path: string, content: string | Uint8Array) => {
    mkdirSync(dirname(join(folder.path, path)), { recursive: true })
    await Bun.write(join(folder.path, path), content)
  }
  return {
    path: folder.path,
    put,
    async putMusic(path, { lyrics, ...tags }, { from = 'flac-16.flac', cover, side } = {}) {
      using file = await (await taglib()).open(await fixture(from))
      file.setProperties(
        Object.fromEntries(Object.entries({ artist: 'Nova', ...tags }).map(([name, value]) => [name, [value].flat()])),
      )
      if (lyrics !== undefined) file.setLyrics([{ text: lyrics }])
      if (cover) file.setPictures([{ mimeType: 'image/png', data: cover, type: 'FrontCover' }])
      // taglib knows no numbers of sides.
      if (side !== undefined) file.setId3v2Frames('TRCK', [Buffer.from(`\x03${side}`)])
      file.save()
      await put(path, file.getFileBuffer())
    },
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  }
}
