import { expect, setDefaultTimeout, spyOn, test } from 'bun:test'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { findFiles } from '../../src/casset/import/find-files.ts'
import { planImport } from '../../src/casset/import/plan-import.ts'
import { mostTapes } from '../../src/lib/music/tape.ts'
import { leftLines, planLines, sumLine } from '../../src/operate/command/import/import-words.ts'
import { artistOf, bring, silent, tapesOf, tracksOf } from '../support/casset/import.ts'
import { musicFolder } from '../support/casset/music-folder.ts'
import { addTape } from '../support/casset/tape.ts'
import { testLimitMs } from '../support/limits.ts'
import { startServer } from '../support/server.ts'
import { cast } from '../support/world.ts'

setDefaultTimeout(testLimitMs)

test('of more albums than an artist has room for only those that fit are read, and the others are named', async () => {
  await using svc = await startServer()
  using folder = musicFolder()
  const nova = cast(svc.ctx, 'nova', { published: false, publishedAt: null })
  for (let tape = 1; tape < mostTapes - 1; tape += 1) addTape(svc, nova, `tape-${tape}`)
  for (const album of ['A', 'B', 'C', 'D']) await folder.putMusic(`${album}/x.flac`, { title: album, album })
  const reads: string[] = []
  const artist = artistOf(nova, 'nova')
  const { tapes, left } = await planImport(svc.ctx, artist, folder.path, (done, of, what) => {
    if (what === 'read') reads.push(`${done} of ${of}`)
  })
  expect(tapes.map(({ name, place }) => [name, place.kind])).toEqual([
    ['A', 'new'],
    ['D', 'first'],
  ])
  expect(left).toEqual(['B/x.flac', 'C/x.flac'].map((path) => ({ path, why: 'an artist has at most 100 cassets' })))
  expect(reads).toEqual(['1 of 2', '2 of 2'])
  await bring(svc, artist, folder.path)
  const again = await bring(svc, artist, folder.path)
  expect(again.done.trackIds).toEqual([])
  expect(again.plan.tapes.map(({ name, place }) => [name, place.kind])).toEqual([
    ['A', 'known'],
    ['D', 'known'],
  ])
})

test('a plan asks once for what earlier imports brought', async () => {
  await using svc = await startServer()
  using folder = musicFolder()
  const artist = artistOf(cast(svc.ctx, 'nova', { published: false, publishedAt: null }), 'nova')
  await folder.putMusic('A/x.flac', { title: 'X', album: 'A' })
  await bring(svc, artist, folder.path)
  const prepare = spyOn(svc.ctx.db.$client, 'prepare')
  const { tapes } = await planImport(svc.ctx, artist, folder.path, silent)
  const asked = prepare.mock.calls.filter(([text]) => text.includes('from "imported_files"'))
  expect([tapes.map(({ place }) => place.kind), asked.length]).toEqual([['known'], 1])
})

test('a folder of too many files is refused before one is opened, links in it counted', async () => {
  using folder = musicFolder()
  const accepted = { readsAlac: false, maxBytes: 1e9 }
  await folder.put('a/b/1.flac', 'no music')
  symlinkSync(folder.path, join(folder.path, 'a/2'))
  const opened: string[] = []
  const find = (most: number) => findFiles(folder.path, accepted, (_, __, what) => opened.push(what), most)
  expect(await find(4).then(({ left }) => left.map(({ path }) => path))).toEqual(['a/2', 'a/b/1.flac'])
  expect(opened.splice(0)).toEqual(['opened'])
  await expect(find(3)).rejects.toThrow('There are more than 3 files')
  expect(opened).toEqual([])
})

test('the table of a large folder stays readable: a tape names its first tracks, unless all are asked for', () => {
  const tracks = Array.from({ length: 500 }, (_, index) => ({
    ...{ path: `A/${index}.flac`, bytes: 2e6, title: `T${index}`, lyrics: null, sha256: '', isNew: true },
  }))
  const about = { folder: 'A', name: 'A', kind: 'ALBUM', day: null, precision: 'day', word: null } as const
  const tape = { ...about, price: null, cover: null, tracks, place: { kind: 'new', word: 'a' } } as const
  const left = Array.from({ length: 9_000 }, (_, index) => ({ path: `${index}.mp3`, why: `by “Ada ${index % 90}”` }))
  const plan = { tapes: [tape], left }
  const [table, report] = [planLines(plan, 'nova', '/music', false), leftLines(left, false)]
  expect(table).toHaveLength(45)
  expect(table.at(-1)?.trim()).toBe('and 460 more tracks')
  expect(report).toHaveLength(444)
  expect(report.at(-2)?.trim()).toBe('70 more reasons of 7000 files')
  expect(sumLine(plan)).toBe('1 casset, 500 tracks to bring (1,000 MB).')
  expect(planLines(plan, 'nova', '/music', true)).toHaveLength(504)
  expect(leftLines(left, true)).toHaveLength(9_093)
})

test('two artists of one name each get the same folder on tapes of their own, as their handle says', async () => {
  await using svc = await startServer()
  using folder = musicFolder()
  for (const name of ['One', 'Two']) await folder.putMusic(`${name}/a.flac`, { title: name, album: name })
  for (const handle of ['nova', 'nova-2']) {
    const artist = cast(svc.ctx, handle, { published: false, publishedAt: null })
    const names = ['Nova', handle]
    const { done } = await bring(svc, { ...artistOf(artist, handle), names }, folder.path)
    expect(done).toMatchObject({ left: [], stopped: null })
    const tapes = tapesOf(svc, artist).map(({ word, id }) => [word, ...tracksOf(svc, id).map(({ title }) => title)])
    expect(tapes).toEqual([
      [null, 'Two'],
      ['one', 'One'],
    ])
  }
})
