import { expect, test } from 'bun:test'
import { truncateSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { readTags } from '../../../src/casset/audio/ingest/master/read-tags.ts'
import { refuseLargeTags, TagsTooLarge } from '../../../src/casset/audio/ingest/master/tag-size.ts'
import { fixture } from '../../support/casset/upload.ts'
import { temporaryFolder } from '../../support/process.ts'

const mb = 1_000_000

const boxOf = (name: string, bytes: number) => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(bytes)
  head.write(name, 4)
  return head
}

/** The head of a FLAC with so many pictures of 15 MB, each a block of its own. */
function flacHead(pictures: number): { at: number; head: Buffer }[] {
  const info = Buffer.from(`fLaC\0\0\0\x22${'\0'.repeat(34)}`, 'latin1')
  const block = (at: number) => {
    const head = Buffer.alloc(4)
    head.writeUInt32BE(15 * mb)
    head[0] = at === pictures - 1 ? 0x86 : 6
    return { at: info.length + at * (4 + 15 * mb), head }
  }
  return [{ at: 0, head: info }, ...Array.from({ length: pictures }, (_, at) => block(at))]
}

/** A page of an Ogg that is full of the middle of a packet. */
const fullPage = Buffer.concat([Buffer.from(`OggS${'\0'.repeat(22)}\xff`, 'latin1'), Buffer.alloc(255, 255)])
const pageBytes = fullPage.length + 255 * 255
const oggHead = (pages: number) => [
  { at: 0, head: Buffer.from(`OggS${'\0'.repeat(22)}\x01\x01x`, 'latin1') },
  ...Array.from({ length: pages }, (_, at) => ({ at: 29 + at * pageBytes, head: fullPage })),
]

test('tags of over 32 MB are not read in any format, as that would take the memory of the sound', async () => {
  using folder = temporaryFolder()
  const path = join(folder.path, 'a')
  const isRefused = async (parts: readonly { at: number; head: Buffer }[], bytes: number) => {
    await Bun.write(path, '')
    truncateSync(path, bytes)
    const file = await open(path, 'r+')
    for (const { at, head } of parts) await file.write(head, 0, head.length, at)
    await file.close()
    return await refuseLargeTags(path).then(
      () => false,
      (error: unknown) => error instanceof TagsTooLarge,
    )
  }
  const moov = (bytes: number) => [
    { at: 0, head: boxOf('ftyp', 24) },
    { at: 24, head: boxOf('mdat', 100) },
    { at: 124, head: boxOf('moov', bytes) },
  ]
  expect(await isRefused(flacHead(2), 60 * mb)).toBe(false)
  expect(await isRefused(flacHead(3), 46 * mb)).toBe(true)
  expect(await isRefused(oggHead(400), 600 * pageBytes + 29)).toBe(false)
  expect(await isRefused(oggHead(600), 600 * pageBytes + 29)).toBe(true)
  expect(await isRefused(moov(20 * mb), 60 * mb)).toBe(false)
  expect(await isRefused(moov(60 * mb), 61 * mb)).toBe(true)
  expect(await readTags(path)).toEqual({ isTooLarge: true })
  // TagLib itself gives up at a picture of 50 MB.
  const picture = Buffer.alloc(61 * mb)
  picture.write('\x03image/png\0\x03\0', 'latin1')
  const frame = Buffer.from('APIC\0\0\0\0\0\0', 'latin1')
  frame.writeUInt32BE(picture.length, 4)
  const tag = Buffer.from('ID3\x03\0\0\0\0\0\0', 'latin1')
  for (const at of [0, 1, 2, 3]) tag[6 + at] = ((picture.length + 10) >> (7 * (3 - at))) & 0x7f
  await Bun.write(path, Buffer.concat([tag, frame, picture, await fixture('mp3-no-tag.mp3')]))
  expect(await readTags(path)).toEqual({ isTooLarge: true })
  for (const name of [
    'flac-cover.flac',
    'm4a-cover.m4a',
    'm4a-fragmented.m4a',
    'vorbis.ogg',
    'opus.opus',
    'mp3-cover.mp3',
  ]) {
    await Bun.write(path, await fixture(name))
    await refuseLargeTags(path)
  }
})
