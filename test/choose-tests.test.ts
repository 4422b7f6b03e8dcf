import { expect, test } from 'bun:test'
import { chooseTests } from './support/choose-tests.ts'
import { allSources } from './support/sources.ts'

const sources = await allSources()
const choose = (changed: string[], budgetMs = 30_000) => chooseTests(sources, changed, { msOf: () => 1000, budgetMs })

test('nothing changed, nothing runs; a page of words reaches the tests that read it', () => {
  expect(choose([])).toEqual({ chosen: [], leftOut: [] })
  const chosen = ['test/architecture.test.ts', 'test/guide.test.ts']
  expect(choose(['CONTRIBUTING.md'])).toEqual({ chosen, leftOut: [] })
})

test('a changed test runs first, with those that read the whole tree', () => {
  const { chosen } = choose(['test/tip.test.ts'])
  expect(chosen.toSorted()).toEqual(['test/architecture.test.ts', 'test/guide.test.ts', 'test/tip.test.ts'])
})

test('what imports a change comes before what reaches it through the whole service, and the budget ends the list', () => {
  const { chosen, leftOut } = choose(['src/lib/token-bucket.ts'], 5000)
  expect(chosen).toContain('test/token-bucket.test.ts')
  expect(chosen).toHaveLength(5)
  expect(leftOut.length).toBeGreaterThan(50)
})

test.each([
  ['src/room/post-comment.ts', 'room-comment'],
  ['src/money/sale/refund-sale.ts', 'refund-sale'],
  ['src/money/tip/send-tip.ts', 'tip'],
  ['src/web/page/receipts/page.tsx', 'receipts'],
  ['src/platform/backup/write-backup.ts', 'backup'],
  ['src/casset/access/decide-access.ts', 'audio-access'],
])('a change of %s runs %s.test.ts within half a minute', async (changed, name) => {
  expect(sources.map(({ path }) => path)).toContain(changed)
  const { files } = await Bun.file(new URL('timings.json', import.meta.url)).json()
  const { chosen } = chooseTests(sources, [changed], { msOf: (path) => files[path] ?? 1000, budgetMs: 30_000 })
  expect(chosen).toContain(`test/${name}.test.ts`)
})

test('a file that is no source stands for its folder', () => {
  const { chosen } = choose(['db/migrations/0003_casset.sql'], 8000)
  expect(chosen).toContain('test/migration.test.ts')
})
