import { expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { TagLib } from 'taglib-wasm'
import { sniffFile } from '../../../src/casset/audio/ingest/master/open-master.ts'
import { readPcm } from '../../../src/casset/audio/ingest/pcm/read-pcm.ts'
import { copyStripped } from '../../../src/casset/download/strip/copy-stripped.ts'
import { loudNoise, packed, wav } from '../../support/casset/audio-kinds.ts'
import { addMaster, downloadPath, packedFor } from '../../support/casset/download.ts'
import { hasFfmpeg, soundSums } from '../../support/casset/media.ts'
import { testLimitMs } from '../../support/limits.ts'
import { privateCaf, privateMasters, privateRf64, privateW64 } from '../../support/platform/private-tags.ts'
import { temporaryFolder } from '../../support/process.ts'
import { startServer } from '../../support/server.ts'
import { cast } from '../../support/world.ts'

setDefaultTimeout(testLimitMs)

/** The checksums of what is heard in files. */
async function sumsOf(files: readonly Uint8Array[]): Promise<string[]> {
  using folder = temporaryFolder()
  const paths = files.map((_, index) => join(folder.path, String(index)))
  await Promise.all(files.map((bytes, index) => Bun.write(paths[index] ?? '', bytes)))
  return await soundSums(paths, join(folder.path, 'sum'))
}

test('nothing that the artist’s programs left in a master for themselves is in the tags of a download', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova', { name: 'First Light' })
  const masters = Object.entries(await privateMasters())
  for (const [index, [format, bytes]] of masters.entries()) {
    expect([format, bytes.includes('PRIVATE')]).toEqual([format, true])
    await addMaster(svc.ctx, nova.cassetId, `x.${format}`, { title: `Müsic ${format}`, position: index + 1 }, bytes)
  }
  const files = await packedFor(svc, nova, downloadPath('nova'))
  const taglib = await TagLib.initialize()
  const fileOf = (index: number, format: string) => {
    const name = `0${index + 1} Müsic ${format}.${format}`
    return { name, file: files.get(name) ?? Buffer.alloc(0) }
  }
  if (hasFfmpeg) {
    const tagged = masters.map(([format], index) => fileOf(index, format).file)
    const sums = await sumsOf([...tagged, ...masters.map(([, bytes]) => bytes)])
    expect(sums.slice(0, masters.length)).toEqual(sums.slice(masters.length))
  }
  for (const [index, [format]] of masters.entries()) {
    const { name, file } = fileOf(index, format)
    const at = file.indexOf('PRIVATE')
    expect([name, file.toString('latin1', at, at < 0 ? at : at + 40)]).toEqual([name, ''])
    for (const mark of ['Serato', 'SERATO', 'com.serato', 'Exif', 'APETAGEX', 'TSSE']) {
      expect([name, mark, file.includes(mark)]).toEqual([name, mark, false])
    }
    expect([name, file.toString('latin1', file.length - 128, file.length - 125) === 'TAG']).toEqual([name, false])
    using tagged = await taglib.open(file)
    const [title, numbers] = [
      tagged.getProperty('title'),
      [tagged.getProperty('trackNumber'), tagged.getPictures().length],
    ]
    expect([title, numbers]).toEqual([`Müsic ${format}`, [`${index + 1}`, 0]])
    const others = Object.keys(tagged.properties()).filter((key) => !ours.has(key))
    expect([name, others]).toEqual([name, []])
  }
  const original = await packedFor(svc, nova, downloadPath('nova', 'original'))
  expect(
    [...original.values()].slice(0, masters.length).map((file, index) => file.equals(masters[index]?.[1] ?? file)),
  ).toEqual(masters.map(() => true))
})

test('a file of a kind that holds no tags is its sound and nothing else in a tagged download', async () => {
  await using svc = await startServer()
  const nova = cast(svc.ctx, 'nova', { name: 'First Light' })
  const masters = [
    { file: 'a.caf', bytes: privateCaf() },
    { file: 'b.w64', bytes: privateW64() },
    { file: 'c.wav', bytes: privateRf64('RF64') },
    { file: 'd.wav', bytes: privateRf64('BW64') },
  ]
  for (const [index, { file, bytes }] of masters.entries()) {
    await addMaster(svc.ctx, nova.cassetId, file, { title: file, position: index + 1 }, bytes)
  }
  const files = await packedFor(svc, nova, downloadPath('nova'))
  const original = await packedFor(svc, nova, downloadPath('nova', 'original'))
  const readable: Uint8Array[] = []
  for (const [index, { file, bytes }] of masters.entries()) {
    const name = `0${index + 1} ${file}.${file.slice(2)}`
    const cleaned = files.get(name) ?? Buffer.alloc(0)
    expect([file, cleaned.includes('PRIVATE'), cleaned.length > 20_000]).toEqual([file, false, true])
    expect([file, original.get(name)?.equals(bytes)]).toEqual([file, true])
    const [master, copy] = [await layoutOfBytes(bytes), await layoutOfBytes(cleaned)]
    expect([file, { ...copy, dataAt: 0 }]).toEqual([file, { ...master, dataAt: 0 }])
    // The ffmpeg that npm has is older than BW64.
    if (file !== 'd.wav') readable.push(cleaned)
  }
  if (hasFfmpeg) expect((await sumsOf(readable)).every((sum) => sum.startsWith('MD5='))).toBe(true)
})

/** Returns what the header of an uncompressed file says, and the checksum of its samples. */
async function layoutOfBytes(bytes: Uint8Array) {
  using folder = temporaryFolder()
  const path = join(folder.path, 'x')
  await Bun.write(path, bytes)
  const { format } = await sniffFile(path)
  const layout = await readPcm(path, format, 0)
  const samples = layout ? bytes.subarray(layout.dataAt, layout.dataAt + layout.frames * layout.channels * 3) : bytes
  return { ...layout, path: '', sum: Bun.hash(samples) }
}

// The genre is the master's, and nobody's secret.
const ours = new Set([
  ...['title', 'artist', 'albumArtist', 'album', 'trackNumber', 'totalTracks', 'comment', 'date'],
  'genre',
])

test('a WAV whose recorder left its sizes open, or the pad byte out, is whole in a download', async () => {
  using folder = temporaryFolder()
  const [master, copy] = [join(folder.path, 'master'), join(folder.path, 'copy')]
  const copied = async (bytes: Uint8Array) => {
    await Bun.write(master, bytes)
    await copyStripped(master, copy)
    return Buffer.from(await Bun.file(copy).bytes())
  }
  const even = loudNoise(8, 1, 2, 8_000)
  const whole = wav(even, packed(even, true), { bytes: 1 })
  for (const sizes of [{}, { riffBytes: 0, dataBytes: 0 }, { riffBytes: 0xffffffff, dataBytes: 0xffffffff }]) {
    expect((await copied(wav(even, packed(even, true), { bytes: 1, ...sizes }))).equals(whole)).toBe(true)
  }
  const odd = loudNoise(8, 1, 1, 8_001)
  const padded = wav(odd, packed(odd, true), { bytes: 1 })
  expect((await copied(padded.subarray(0, -1))).equals(padded)).toBe(true)
})

test('a copy of what is not built as its kind is ends at once, whatever its sizes say', async () => {
  using folder = temporaryFolder()
  const [master, copy] = [join(folder.path, 'master'), join(folder.path, 'copy')]
  const kinds = { ...(await privateMasters()), caf: privateCaf(), w64: privateW64(), rf64: privateRf64('RF64') }
  let state = 7
  const next = (most: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % most
  }
  for (const [format, bytes] of Object.entries(kinds)) {
    const damaged = Array.from({ length: 25 }, () => {
      const copied = Buffer.from(bytes.subarray(0, next(2) === 0 ? bytes.length : next(bytes.length)))
      for (let n = 0; n < 20; n++) copied[next(Math.min(copied.length, 4_000))] = [0, 255, 1, 128][next(4)] ?? 0
      return copied
    })
    for (const one of [...damaged, Buffer.alloc(0), bytes.subarray(0, 9)]) {
      await Bun.write(master, one)
      const ended = await copyStripped(master, copy).then(
        () => Bun.file(copy).size,
        (error) => String(error),
      )
      if (typeof ended === 'number') expect(ended).toBeLessThan(bytes.length + 100)
      else expect([format, ended]).toEqual([format, expect.stringMatching(/^RangeError/)])
    }
  }
})

test('a file of more parts than any has ends at once, and a tag of less than nothing hides no other tag', async () => {
  using folder = temporaryFolder()
  const [master, copy] = [join(folder.path, 'master'), join(folder.path, 'copy')]
  const copied = async (...pieces: Uint8Array[]) => {
    await Bun.write(master, Buffer.concat(pieces))
    await copyStripped(master, copy)
    return Buffer.from(await Bun.file(copy).bytes())
  }
  const { m4a = Buffer.alloc(0), flac = Buffer.alloc(0), mp3 = Buffer.alloc(0) } = await privateMasters()
  const half = Buffer.concat([Buffer.from('00075308', 'hex'), Buffer.from('udta'), Buffer.alloc(480_000)])
  half.fill(Buffer.from('000000087a7a7a7a', 'hex'), 8)
  const both = Buffer.concat([Buffer.from('000ea618', 'hex'), Buffer.from('moov'), half, half])
  await expect(copied(m4a.subarray(0, m4a.readUInt32BE(0)), both)).rejects.toThrow('structure of this MP4 file')
  const blocks = Buffer.alloc(400_400, Buffer.from([2, 0, 0, 0]))
  await expect(copied(Buffer.from('fLaC'), blocks, flac)).rejects.toThrow('header of this FLAC file')
  const sound = await copied(mp3)
  const lie = Buffer.from('-99999LYRICS200')
  const front = mp3.subarray(0, mp3.indexOf(sound))
  expect((await copied(front, sound, lie, mp3.subarray(-128))).equals(Buffer.concat([sound, lie]))).toBe(true)
})
