import { expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { TagLib } from 'taglib-wasm'
import { readAlbumTags, readTags } from '../../../src/casset/audio/ingest/master/read-tags.ts'
import { placeOnSide } from '../../../src/lib/album/side.ts'
import { fixture } from '../../support/casset/upload.ts'
import { testLimitMs } from '../../support/limits.ts'
import { temporaryFolder } from '../../support/process.ts'

setDefaultTimeout(testLimitMs)

test('tracks that are numbered by the sides of a record have these as discs', async () => {
  expect(['A1', 'b-2', 'C 10', 'A', 'D.1'].map(placeOnSide)).toEqual([
    { track: 1, disc: 1 },
    { track: 2, disc: 2 },
    { track: 10, disc: 3 },
    { track: 1, disc: 1 },
    { track: 1, disc: 4 },
  ])
  expect(['', '1', 'AA', 'A100', 'A0', 'Side A', '1A'].map(placeOnSide)).toEqual(Array(7).fill(undefined))
  using folder = temporaryFolder()
  const taglib = await TagLib.initialize()
  for (const name of ['mp3-no-tag.mp3', 'flac-16.flac', 'vorbis.ogg', 'opus.opus']) {
    const path = join(folder.path, name)
    using file = await taglib.open(await fixture(name))
    // TagLib takes numbers only: another name of the same length is written, and changed behind it.
    file.setProperties({ title: ['x'], date: ['20200315'], ...(name.endsWith('mp3') ? {} : { XRACKNUMBER: ['B2'] }) })
    if (name.endsWith('mp3')) file.setId3v2Frames('TRCK', [Buffer.from('\x03B2')])
    file.save()
    const bytes = Buffer.from(file.getFileBuffer())
    const at = bytes.indexOf('XRACKNUMBER=')
    if (at > 0) bytes.write('T', at)
    await Bun.write(path, bytes)
    const said = { title: 'x', track: 2, disc: 2, year: 2020, date: '2020-03-15' }
    expect([name, await readTags(path)]).toMatchObject([name, said])
    expect([name, await readAlbumTags(path)]).toMatchObject([name, said])
  }
})
