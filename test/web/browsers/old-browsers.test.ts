import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { tracks } from '../../../db/schema/casset/track.ts'
import { addPlayableTrack } from '../../support/casset/playable.ts'
import { clientScripts } from '../../support/platform/assets.ts'
import { startServer } from '../../support/server.ts'
import { allSources, type Source } from '../../support/sources.ts'
import { inTree } from '../../support/tree.ts'
import { oldest, parsed, youngAttributesIn, youngIn } from '../../support/web/younger.ts'
import { world } from '../../support/world.ts'

/** The files that run in browsers: those of `public`, and what they import. */
async function browserSources(): Promise<Source[]> {
  const all = await allSources()
  const byPath = new Map(all.map((source) => [source.path, source]))
  const reached = new Set<string>()
  const reach = (path: string) => {
    if (reached.has(path)) return
    reached.add(path)
    for (const next of byPath.get(path)?.files ?? []) reach(next)
  }
  for (const { path } of all) if (path.startsWith('public/')) reach(path)
  return all.filter(({ path }) => reached.has(path))
}

const [ts, tsx] = (['ts', 'tsx'] as const).map((loader) => new Bun.Transpiler({ loader }))

/** Methods of our own that something younger has, too, and those of packages. */
const ours = 'tracks drop take dispose destroy bytes'.split(' ')

/** A browser is asked for these first; without them there is another way, or it does without. */
const askedFor = {
  'popover=': 'public/app.ts fetches what does it',
  'popovertarget=': 'public/app.ts fetches what does it',
  estimate: 'a browser without it has the room that it has',
  traverseTo: 'public/lib/navigate-by-history.ts',
  startViewTransition: 'pages change without moving',
  setAppBadge: 'a number on an icon',
}

const spared = new Set([...ours, ...Object.keys(askedFor)])

test('code of pages uses nothing that the oldest browsers lack', async () => {
  const sources = await browserSources()
  const young = sources.flatMap(({ path, text }) =>
    [...youngIn((path.endsWith('x') ? tsx : ts)?.transformSync(text) ?? ''), ...youngAttributesIn(text)].map(
      ({ word, lack }) => ({ path, word, lack }),
    ),
  )
  const found = young.filter(({ word }) => !spared.has(word))
  expect(found).toEqual([])
  // Nothing is spared that is no longer there.
  expect([...spared].filter((each) => !young.some(({ word }) => word === each))).toEqual([])
})

test('README and guide name the oldest browsers, in each language', async () => {
  const guides = [...new Bun.Glob('public/guide/**/server.md').scanSync(inTree())]
  expect(guides.length).toBe(5)
  for (const path of ['README.md', ...guides]) {
    const text = await Bun.file(inTree(path)).text()
    const { safari, firefox, chrome } = oldest
    for (const named of [`Safari ${safari}`, firefox, chrome])
      expect([path, text.includes(named)]).toEqual([path, true])
  }
})

test('the younger is found where it is called, made or written', () => {
  const words = (script: string) => youngIn(script).map(({ word }) => word)
  expect(words('Object.groupBy(list, keyOf); row.checkVisibility(); new Map().getOrInsert(1, 2)')).toEqual([
    'Object.groupBy',
    'checkVisibility',
    'getOrInsert',
  ])
  expect(words('const named = text.matchAll(/a/g); named.map(String); map.values().some(Boolean)')).toEqual([
    'map of an iterator',
    'some of an iterator',
  ])
  expect(words('Object.values(map).map(String); [...map.keys()].find(Boolean); text.replaceAll("a", "b")')).toEqual([])
  expect(words('Promise.withResolvers(); AbortSignal.any([]); URL.parse("a"); new Set().union(new Set())')).toEqual([
    'Promise.withResolvers',
    'AbortSignal.any',
    'URL.parse',
    'union',
  ])
  expect(youngAttributesIn('<div id="slip" popover="auto" title={text}>').map(({ word }) => word)).toEqual(['popover='])
  expect(() => youngIn('/[a--b]/v')).toThrow(SyntaxError)
})

test('scripts as they are built have no syntax that the oldest browsers lack', async () => {
  const scripts = await clientScripts()
  expect(scripts.length).toBeGreaterThan(100)
  for (const { text } of scripts) parsed(text)
})

test('an artist is told beside the tracks which of them older Safaris cannot play, and no other artist is', async () => {
  await using svc = await startServer()
  const { nova } = await world(svc)
  const isTold = async () =>
    (await svc.call('GET', '/studio', { cookie: nova.cookie })).text.includes('are not heard on iPhones and in Safari')
  expect(await isTold()).toBe(false)
  for (const format of ['ogg', 'opus'] as const) {
    const { id } = await addPlayableTrack(svc.ctx, nova.cassetId, format, { position: 3 })
    svc.ctx.db.update(tracks).set({ format }).where(eq(tracks.id, id)).run()
    expect([format, await isTold()]).toEqual([format, true])
    svc.ctx.db.delete(tracks).where(eq(tracks.id, id)).run()
  }
})
