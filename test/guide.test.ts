import { expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { undividedWings } from './support/rooms.ts'
import { allSources } from './support/sources.ts'
import { inTree } from './support/tree.ts'

const root = inTree()
const readText = (path: string) => Bun.file(join(root, path)).text()
const [map = '', contributing, program] = await Promise.all(
  ['src/README.md', 'CONTRIBUTING.md', 'package.json'].map(readText),
)
const sources = await allSources()

/** Where a text matches, as "path: match". */
const findIn = (pattern: RegExp) =>
  sources.flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([match]) => `${path}: ${match}`))

test('nothing cites a document that is not in the repository', () => {
  const words = ['spec', 'contract', 'specification'].join('|')
  expect(findIn(new RegExp(`\\b(?:${words}) §?\\d|\\bthe specification\\b`, 'g'))).toEqual([])
})

test('the map names every wing, the file of a wing each of its rooms, and neither anything else', async () => {
  const foldersOf = (path: string) =>
    readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
  const wings = foldersOf('src').filter((folder) => folder !== 'docs')
  const rows = [...map.matchAll(/^\| (.*)\*\*`([a-z-]+)`\*\*(.*?) \|/gm)]
  expect(rows.map(([, , wing]) => wing ?? '').toSorted()).toEqual(wings.toSorted())
  const divided = wings.filter((wing) => !undividedWings.has(wing))
  const led = rows.filter(([, , wing, link]) => link === `](docs/wings/${wing}.md)`).map(([, , wing = '']) => wing)
  expect(led.toSorted()).toEqual(divided.toSorted())
  const [inFolders, files] = [foldersOf('src/docs/wings'), readdirSync(join(root, 'src/docs/wings'))]
  expect(files.filter((file) => file.endsWith('.md')).toSorted()).toEqual(
    divided.map((wing) => `${wing}.md`).toSorted(),
  )
  expect(inFolders.filter((folder) => !divided.includes(folder))).toEqual([])
  for (const wing of divided) {
    const [head = ''] = (await readText(`src/docs/wings/${wing}.md`)).split('\n## ')
    const named = [...head.matchAll(/^- `([a-z0-9-]+)`: \S/gm)].map(([, room]) => room ?? '')
    expect([wing, ...named.toSorted()]).toEqual([wing, ...foldersOf(`src/${wing}`).toSorted()])
    const linked = [...head.matchAll(/\]\(([a-z-]+\/[a-z-]+\.md)\)/g)].map(([, file]) => file ?? '')
    const more = inFolders.includes(wing) ? readdirSync(join(root, 'src/docs/wings', wing)) : []
    expect([wing, ...linked.toSorted()]).toEqual([wing, ...more.map((file) => `${wing}/${file}`).toSorted()])
  }
})

test('the map names every folder of db, public and test that is no wing, and no other', () => {
  const named = [...map.matchAll(/`((?:db|public|test)\/[a-z]+)`/g)].map(([, folder]) => folder ?? '')
  const wings = new Set(['db', ...readdirSync(join(root, 'src'))])
  wings.delete('web')
  const folders = ['db', 'public', 'test'].flatMap((top) =>
    readdirSync(join(root, top), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !(top === 'test' && wings.has(entry.name)))
      .map(({ name }) => `${top}/${name}`),
  )
  expect([...new Set(named)].sort()).toEqual(folders.sort())
})

test('each change to come names a heading of the change log, and lists its lines', async () => {
  const headings = (await readText('CHANGELOG.md')).match(/^### .+$/gm) ?? []
  expect(headings.length).toBeGreaterThan(2)
  const files = readdirSync(join(root, 'src/docs/changes')).filter((file) => file !== 'README.md')
  for (const file of files) {
    const [heading = '', ...lines] = (await readText(`src/docs/changes/${file}`)).trimEnd().split('\n')
    expect([file, headings]).toEqual([file, expect.arrayContaining([heading])])
    expect([file, lines.length > 0, lines.filter((line) => !/^(?:- | {2})\S/.test(line))]).toEqual([file, true, []])
  }
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
