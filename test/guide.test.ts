import { expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { undividedWings } from './support/rooms.ts'
import { allSources } from './support/sources.ts'
import { inTree } from './support/tree.ts'

const root = inTree()
const readText = (path: string) => Bun.file(join(root, path)).text()
const [map = '', rooms = '', contributing, program] = await Promise.all(
  ['src/README.md', 'src/docs/rooms.md', 'CONTRIBUTING.md', 'package.json'].map(readText),
)
const sources = await allSources()

/** Where a text matches, as "path: match". */
const findIn = (pattern: RegExp) =>
  sources.flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([match]) => `${path}: ${match}`))

test('nothing cites a document that is not in the repository', () => {
  const words = ['spec', 'contract', 'specification'].join('|')
  expect(findIn(new RegExp(`\\b(?:${words}) §?\\d|\\bthe specification\\b`, 'g'))).toEqual([])
})

test('the map and the list of rooms name every wing and every room, and no other', () => {
  const foldersOf = (path: string) =>
    readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
  const wings = foldersOf('src').filter((folder) => folder !== 'docs')
  const there = wings.flatMap((wing) =>
    undividedWings.has(wing) ? [] : foldersOf(`src/${wing}`).map((room) => `${wing}/${room}`),
  )
  const rows = [...map.matchAll(/^\| \*\*`([a-z0-9-]+)`\*\* \|.*\|(.*)\|$/gm)]
  expect(rows.map(([, wing]) => wing ?? '').toSorted()).toEqual(wings.toSorted())
  const drawn = rows.flatMap(([, wing, names = '']) =>
    [...names.matchAll(/`([a-z0-9-]+)`/g)].map(([, room]) => `${wing}/${room}`),
  )
  expect(drawn.toSorted()).toEqual(there.toSorted())
  const inside = rooms.slice(0, rooms.indexOf('## Outside'))
  expect([...inside.matchAll(/^## `([a-z0-9-]+)`$/gm)].map(([, wing]) => wing ?? '').toSorted()).toEqual(
    wings.toSorted(),
  )
  expect([...inside.matchAll(/^- `([a-z0-9-]+\/[a-z0-9-]+)`:/gm)].map(([, room]) => room ?? '').toSorted()).toEqual(
    there.toSorted(),
  )
})

test('the list of rooms names every folder of db, public and test that is no wing, and no other', () => {
  const named = [...rooms.matchAll(/`((?:db|public|test)\/[a-z]+)`/g)].map(([, folder]) => folder ?? '')
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
  const isPlaceholder = (path: string) =>
    /[A-Z]{4,}/.test(path) && !path.endsWith('README.md') && !path.endsWith('RESULTS.md')
  expect(paths.length).toBeGreaterThan(10)
  expect(paths.filter((path) => !isPlaceholder(path) && !existsSync(join(root, path)))).toEqual([])
})
