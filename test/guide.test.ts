import { expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { undividedWings } from './support/rooms.ts'
import { allSources } from './support/sources.ts'
import { inTree } from './support/tree.ts'

const root = inTree()
const readText = (path: string) => Bun.file(join(root, path)).text()
const [guide, contributing, program] = await Promise.all(
  ['src/README.md', 'CONTRIBUTING.md', 'package.json'].map(readText),
)
const sources = await allSources()

/** Where a text matches, as "path: match". */
const findIn = (pattern: RegExp) =>
  sources.flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([match]) => `${path}: ${match}`))

test('every rule that the code cites is in src/README.md', () => {
  const rules = new Set([...(guide ?? '').matchAll(/^- (\d+\.\d+) /gm)].map(([, number]) => number))
  expect(rules.size).toBeGreaterThan(50)
  const cited = findIn(/\brules? \d+\.\d+(?:(?:, | to | and )\d+\.\d+)*/g)
  expect(cited.length).toBeGreaterThan(80)
  const unknown = cited.filter((each) => [...each.matchAll(/\d+\.\d+/g)].some(([number]) => !rules.has(number)))
  expect(unknown).toEqual([])
})

test('nothing cites a document that is not in the repository', () => {
  const words = ['spec', 'contract', 'specification'].join('|')
  expect(findIn(new RegExp(`\\b(?:${words}) §?\\d|\\bthe specification\\b`, 'g'))).toEqual([])
})

test('the map names every wing and every room, and no other', () => {
  const foldersOf = (path: string) =>
    readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
  const map = (guide ?? '').slice(0, (guide ?? '').indexOf('| elsewhere |'))
  const wings = [...map.matchAll(/^\| \*\*`([a-z0-9-]+)`\*\* \|/gm)].map(([, wing]) => wing ?? '')
  expect(wings.toSorted()).toEqual(foldersOf('src').toSorted())
  const rooms = [...map.matchAll(/^\| `([a-z0-9-]+\/[a-z0-9-]+)` \|/gm)].map(([, room]) => room ?? '')
  const divided = wings.filter((wing) => !undividedWings.has(wing))
  expect(rooms.toSorted()).toEqual(
    divided.flatMap((wing) => foldersOf(`src/${wing}`).map((room) => `${wing}/${room}`)).toSorted(),
  )
})

test('the map names every folder of db, public and test that is no wing, and no other', () => {
  const named = [...(guide ?? '').matchAll(/`((?:db|public|test)\/[a-z]+)`/g)].map(([, folder]) => folder ?? '')
  const wings = new Set(['db', ...readdirSync(join(root, 'src'))])
  wings.delete('web')
  const folders = ['db', 'public', 'test'].flatMap((top) =>
    readdirSync(join(root, top), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !(top === 'test' && wings.has(entry.name)))
      .map(({ name }) => `${top}/${name}`),
  )
  expect([...new Set(named)].sort()).toEqual(folders.sort())
})

test('every command and file that CONTRIBUTING.md names is there', () => {
  const commands = [...(contributing ?? '').matchAll(/bun run ([a-z:]+)/g)].map(([, name]) => name)
  expect(commands.length).toBeGreaterThan(5)
  expect(commands.filter((name) => !program?.includes(`"${name}":`))).toEqual([])
  const paths = [...(contributing ?? '').matchAll(/`((?:src|db|public|test)\/[\w./-]+)`/g)].map(
    ([, path]) => path ?? '',
  )
  expect(paths.length).toBeGreaterThan(10)
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
})
