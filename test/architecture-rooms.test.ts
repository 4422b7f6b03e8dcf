import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { demoJobs } from '../src/demo/demo-jobs.ts'
import { findIslands } from '../src/platform/build/find-islands.ts'
import { findPages } from '../src/platform/build/find-pages.ts'
import { jobDefinitions } from '../src/rooms.ts'
import { roomOf } from './support/rooms.ts'
import { allSources } from './support/sources.ts'
import { inTree } from './support/tree.ts'

const sources = await allSources()
const pages = findPages()
const product = sources.filter(({ path }) => !path.startsWith('test/'))
const within = (folder: string) => product.filter(({ path }) => path.startsWith(`${folder}/`))

test('each kind of job is defined once and is in a list, so that no job waits for a handler', async () => {
  const lists = [...jobDefinitions, ...demoJobs]
  expect(lists.length).toBeGreaterThan(10)
  const kinds = lists.map(({ kind }) => kind)
  expect(kinds.filter((kind, index) => kinds.indexOf(kind) !== index)).toEqual([])
  const listed = new Set<unknown>(lists)
  const defining = within('src').filter(
    ({ code, path }) => code.includes('defineJob(') && !path.startsWith('src/platform/job/'),
  )
  for (const { path, code } of defining) {
    const exported: Record<string, unknown> = await import(`../${path}`)
    const found = Object.values(exported).filter((value) => listed.has(value)).length
    expect([path, found]).toEqual([path, code.split('defineJob(').length - 1])
  }
})

test('every page is found by its name, so that none is written and never answered', () => {
  const making = within('src/web/page').filter(({ code }) => /\bpage(?:<.*>)?\(\s*ctx,/.test(code))
  expect(making.length).toBeGreaterThan(50)
  const found = new Set(pages.map(({ file }) => `src/web/page/${file}`))
  expect(making.map(({ path }) => path).filter((path) => !found.has(path))).toEqual([])
  const names = pages.map(({ name }) => name)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test('every island is drawn under the name of its file, by which the browser finds it', () => {
  const drawn = within('src/web').flatMap(({ path, text }) =>
    [...text.matchAll(/\bisland\(\s*'([^']+)',\s*(\w+)/g)].map(([, name = '', component = '']) => {
      const [, from = ''] = new RegExp(`^import ${component}\\b[^']* from '(.+)'$`, 'm').exec(text) ?? []
      return { name, file: join(inTree(path), '..', from) }
    }),
  )
  expect(drawn.length).toBeGreaterThan(100)
  const islands = new Map(findIslands().map(({ name, file }) => [name, file]))
  expect(drawn.filter(({ name, file }) => islands.get(name) !== file)).toEqual([])
  const names = new Set(drawn.map(({ name }) => name))
  expect([...islands.keys()].filter((name) => !names.has(name))).toEqual([])
})

const isRoomFile = (path: string) => /^src\/.+\/room\.ts$/.test(path)

test('every room is in the list, and nothing else knows what it tells of itself', () => {
  const told = product.map(({ path }) => path).filter(isRoomFile)
  expect(told.length).toBeGreaterThan(50)
  expect(told.filter((path) => path !== `src/${roomOf(path)}/room.ts`)).toEqual([])
  const list = sources.find(({ path }) => path === 'src/rooms.ts')
  expect(list?.files.filter(isRoomFile).toSorted()).toEqual(told)
  expect(
    sources.filter(({ path, files }) => files.some(isRoomFile) && path !== 'src/rooms.ts').map(({ path }) => path),
  ).toEqual([])
})

test('no routes are named by hand, but for those that Bun.serve takes beside the router', () => {
  const roof = product.filter(({ path }) => /^src\/[^/]+\.ts$/.test(path))
  const named = roof.flatMap(({ files }) => files.filter((to) => /routes?\.tsx?$/.test(to)))
  expect(named.toSorted()).toEqual([
    'src/machine/public-v1/route.ts',
    'src/machine/sandbox/read-route.ts',
    'src/release/agent/routes.ts',
    'src/room/edge/internal-routes.ts',
  ])
})

test('a room tells of all that it declares of a kind', () => {
  const types = 'Check|CompleteEmail|FileHolder|KeptSums|Personal|SearchIndex|TrackClaim'
  const declaration = new RegExp(
    `^export (?:const (\\w+)(?:: (?:${types})\\b| = define(?:Job|Notification)\\()|function (\\w+)\\(.*\\): (?:${types})\\b)`,
    'gm',
  )
  const declared = within('src')
    .filter(({ path }) => !path.startsWith('src/demo/'))
    .flatMap(({ path, text }) => [...text.matchAll(declaration)].map(([, one, made]) => ({ path, name: one ?? made })))
  expect(declared.length).toBeGreaterThan(200)
  const textOf = new Map(product.map(({ path, text }) => [path, text]))
  const untold = declared.filter(
    ({ path, name }) => !new RegExp(`\\b${name}\\b`).test(textOf.get(`src/${roomOf(path)}/room.ts`) ?? ''),
  )
  expect(untold).toEqual([])
})
