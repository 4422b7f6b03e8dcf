import { expect, test } from 'bun:test'
import { readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { UnzipError, unzipToImport } from '../../src/casset/import/unzip/unzip-to-import.ts'
import { temporaryFolder } from '../support/process.ts'
import { startServer } from '../support/server.ts'
import { type Zipped, zipOf } from '../support/zips.ts'

const damaged = 'damaged in the zip: make or download the zip again'

test('a bad zip is refused with what to do, and what is bad in a good one is left out; nothing is written outside', async () => {
  await using svc = await startServer({ env: { MAX_UPLOAD_MB: '1' } })
  using elsewhere = temporaryFolder()
  const path = join(elsewhere.path, 'Album.zip')
  const unzip = async (zip: Uint8Array) => {
    await Bun.write(path, zip)
    return unzipToImport(svc.ctx, path)
  }
  const song: Zipped = { name: 'a.mp3', content: 'x'.repeat(2_000) }
  const room = svc.ctx.disk.freeBytes
  for (const [zip, why] of [
    [zipOf([]), '“Album.zip” is empty.'],
    [zipOf([song]).subarray(0, 90), '“Album.zip” is cut off, in several parts or damaged.'],
    [Buffer.from('Rar!\x1a\x07'), '“Album.zip” is no zip. Unpack it, and bring the folder.'],
  ] as const) {
    const refused = await unzip(zip).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(UnzipError)
    expect(String(refused)).toContain(why)
  }
  svc.ctx.disk.freeBytes = () => 1_500
  await expect(unzip(zipOf([song]))).rejects.toThrow('“Album.zip” has 1 MB, and there is room for 0 MB. Free some')
  svc.ctx.disk.freeBytes = room
  const bad: [Zipped, string][] = [
    [{ ...song, name: 'large.wav', bytes: 20_000_000_000, isWide: true }, 'larger than 1 MB'],
    [{ ...song, name: 'bomb.flac', content: Buffer.alloc(900_000), bytes: 1_000 }, damaged],
    [{ ...song, name: 'sum.mp3', crc: 1 }, damaged],
    [{ ...song, name: 'over.mp3', at: 0 }, damaged],
    [{ ...song, name: '../../up.mp3' }, 'its name leads out of the zip'],
    [{ ...song, name: '/tmp/up.mp3' }, 'its name leads out of the zip'],
    [{ ...song, name: 'link.mp3', isLink: true }, 'a link, which is not followed'],
    [{ ...song, name: 'a.mp3/b.mp3' }, 'a name that this disk cannot hold: rename it'],
    [{ ...song, name: `${'long'.repeat(70)}.mp3` }, 'a name that this disk cannot hold: rename it'],
    [{ ...song, name: 'a.mp3' }, 'a second file of the same name in the zip'],
    [{ ...song, name: 'notes.dat' }, 'no music, picture or lyrics'],
    [{ ...song, name: 'long.lrc', content: 'x'.repeat(200_000) }, 'too long for lyrics'],
  ]
  {
    await using unzipped = await unzip(zipOf([song, ...bad.map(([file]) => file)]))
    const whyOf = new Map(unzipped.left.map((each) => [each.path, each.why]))
    expect(bad.map(([{ name }]) => [name, whyOf.get(String(name).replace('/tmp', 'tmp'))])).toEqual(
      bad.map(([{ name }, why]) => [name, why]),
    )
    expect(readdirSync(unzipped.root)).toEqual(['a.mp3'])
    expect(readdirSync(dirname(unzipped.root))).toEqual(['Album'])
  }
  expect(readdirSync(dirname(svc.ctx.blobs.scratch('any')))).toEqual([])
  expect(readdirSync(elsewhere.path)).toEqual(['Album.zip'])
})

test('whatever a zip is called, it is unpacked into a private folder of its own', async () => {
  await using svc = await startServer()
  using elsewhere = temporaryFolder()
  const scratch = dirname(svc.ctx.blobs.scratch('any'))
  for (const [called, folder] of [
    ['...zip', 'zip'],
    ['.zip', 'zip'],
    ['left.json.zip', 'left.json'],
    ['CD 1', 'CD 1'],
  ] as const) {
    const path = join(elsewhere.path, called)
    await Bun.write(path, zipOf([{ name: 'A/B/a.mp3', content: 'la' }]))
    await using unzipped = await unzipToImport(svc.ctx, path)
    const [own = ''] = readdirSync(scratch)
    expect(unzipped.root).toBe(join(scratch, own, 'unpacked', folder))
    const made = [own, ...readdirSync(join(scratch, own), { recursive: true }).map((each) => join(own, String(each)))]
    const modes = made.map((each) => statSync(join(scratch, each)).mode & 0o777)
    expect(modes.toSorted()).toEqual([0o600, 0o600, ...Array(5).fill(0o700)])
  }
  expect(readdirSync(scratch)).toEqual([])
})
