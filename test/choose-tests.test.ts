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

test('tests named like the changed room come before others', () => {
  const { chosen } = choose(['src/money/tip/send-tip.ts'], 6000)
  expect(chosen).toContain('test/tip.test.ts')
})

test('a file that is no source stands for its folder', () => {
  const { chosen } = choose(['db/migrations/0003_casset.sql'], 8000)
  expect(chosen).toContain('test/migration.test.ts')
})
