import { expect, test } from 'bun:test'
import { allSources } from './support/sources.ts'

const product = (await allSources()).filter(({ path }) => !path.startsWith('test/'))
const inSrc = product.filter(({ path }) => path.startsWith('src/'))

test('the context names what lies below it alone, types included, and nothing of that names the context', () => {
  const byPath = new Map(product.map((source) => [source.path, source]))
  const reached = new Set(['src/context.ts'])
  for (const path of reached) for (const next of byPath.get(path)?.named ?? []) reached.add(next)
  expect(reached.size).toBeGreaterThan(50)
  const isBelow =
    /^(?:db\/|src\/(?:lib|platform|test-processor)\/|src\/(?:context|config|errors)\.ts$|src\/.+\/config\.ts$)/
  expect([...reached].filter((path) => !isBelow.test(path))).toEqual([])
  expect([...reached].filter((path) => byPath.get(path)?.named.includes('src/context.ts'))).toEqual([])
})

test('the context holds what many rooms use: what one keeps, it keeps itself', () => {
  const members = [
    ...(product.find(({ path }) => path === 'src/context.ts')?.code.matchAll(/^ {2}readonly (\w+):/gm) ?? []),
  ]
  expect(members.length).toBeGreaterThan(10)
  expect(members.length).toBeLessThan(26)
})

test('functions that a room takes of rooms above it are given in one place, and none is forgotten', () => {
  const named = inSrc.flatMap(({ code }) => [...code.matchAll(/\bexport const (\w+) = givenState</g)])
  expect(named.length).toBeGreaterThan(3)
  const given = inSrc.flatMap(({ path, code }) =>
    [...code.matchAll(/\b(\w+)\.give\(/g)].map(([, name]) => `${path} ${name}`),
  )
  expect(given.toSorted()).toEqual(named.map(([, name]) => `src/create-context.ts ${name}`).toSorted())
})
