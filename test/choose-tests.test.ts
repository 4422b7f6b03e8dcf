import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { chooseTests } from './support/choose-tests.ts'
import { allSources } from './support/sources.ts'
import { inTree } from './support/tree.ts'

const sources = await allSources()
const textOf = (path: string) => readFileSync(inTree(path), 'utf8')
const choose = (changed: string[], budgetMs = 30_000) =>
  chooseTests(sources, changed, { msOf: () => 1000, budgetMs, textOf })

/** The tests that read the whole tree run at every change. */
const ofTheTree = ['architecture', 'architecture-rooms', 'architecture-words', 'goods', 'guide', 'prose', 'statements']
const readers = ofTheTree.map((name) => `test/${name}.test.ts`)

test('nothing changed, nothing runs; a page of words reaches the tests that read it', () => {
  expect(choose([])).toEqual({ chosen: [], leftOut: [] })
  expect(choose(['CONTRIBUTING.md'])).toEqual({ chosen: readers, leftOut: [] })
})

test('a changed test runs first, with those that read the whole tree', () => {
  const { chosen } = choose(['test/shop/tip.test.ts'])
  expect(chosen.toSorted()).toEqual([...readers, 'test/shop/tip.test.ts'].toSorted())
})

test('tests that import a change come before those that reach it through the whole service, and the budget ends the list', () => {
  const { chosen, leftOut } = choose(['src/lib/turn/token-bucket.ts'], 9000)
  expect(chosen).toContain('test/lib/token-bucket.test.ts')
  expect(chosen).toHaveLength(9)
  expect(leftOut.length).toBeGreaterThan(50)
})

test.each([
  ['src/room/comment/post-comment.ts', 'room/room-comment'],
  ['src/earnings/sale/refund-sale.ts', 'earnings/refund-sale'],
  ['src/shop/tip/send-tip.ts', 'shop/tip'],
  ['src/web/page/bought/receipts.tsx', 'books/receipts'],
  ['src/platform/backup/write-backup.ts', 'platform/backup/backup.long'],
  ['src/casset/access/decide-access.ts', 'casset/audio/audio-access'],
])('a change of %s runs %s.test.ts within half a minute', async (changed, name) => {
  expect(sources.map(({ path }) => path)).toContain(changed)
  const { files } = await Bun.file(inTree('test/timings.json')).json()
  const { chosen } = chooseTests(sources, [changed], { msOf: (path) => files[path] ?? 1000, budgetMs: 30_000, textOf })
  expect(chosen).toContain(`test/${name}.test.ts`)
})

test('a file that is no source stands for its folder', () => {
  const { chosen } = choose(['db/migrations/0003_casset.sql'], 9000)
  expect(chosen).toContain('test/db/migration.test.ts')
})

test.each([
  ['0003_casset', 'casset/track/track'],
  ['0530_desk_done', 'operate/desk/desk-acts.long'],
  ['0590_statement_waits', 'earnings/statement'],
])('the migration %s runs the tests of its tables', (migration, name) => {
  expect(choose([`db/migrations/${migration}.sql`]).chosen).toContain(`test/${name}.test.ts`)
})

test('the timings by which machines share the tests name no other file and nearly all; `bun run test --update-timings` writes them', async () => {
  const { files } = await Bun.file(inTree('test/timings.json')).json()
  const tests = sources.map(({ path }) => path).filter((path) => path.endsWith('.test.ts'))
  expect(Object.keys(files).filter((path) => !tests.includes(path))).toEqual([])
  expect(tests.filter((path) => path in files).length).toBeGreaterThan(tests.length * 0.9)
})
