import { expect, test } from 'bun:test'
import { basename, dirname } from 'node:path'
import { allPlantedBugs } from './soak/planted-bugs/all.ts'
import { mayFindFiles } from './support/may-find-files.ts'
import { roomOf, wingOf, wings } from './support/rooms.ts'
import { allSources, findCircle, type Source } from './support/sources.ts'
import { inTree } from './support/tree.ts'

const sources = await allSources()
const product = sources.filter(({ path }) => !path.startsWith('test/'))
const within = (folder: string) => product.filter(({ path }) => path.startsWith(`${folder}/`))

/** The imports that break a rule, as "file imports file". */
const imports = (from: readonly Source[], isWrong: (to: string, source: Source) => boolean): string[] =>
  from.flatMap((source) => source.files.filter((to) => isWrong(to, source)).map((to) => `${source.path} → ${to}`))

const linesWith = (from: readonly Source[], pattern: RegExp): string[] =>
  from.flatMap(({ path, code }) =>
    code.split('\n').flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
  )

test('the test sees the tree', () => {
  expect(product.length).toBeGreaterThan(150)
  expect(sources.find(({ path }) => path === 'src/rooms.ts')?.files).toContain('src/casset/room.ts')
})

test('lib imports nothing of the product but itself, db nothing but db', () => {
  expect(imports(within('src/lib'), (to) => !to.startsWith('src/lib/'))).toEqual([])
  expect(imports(within('db'), (to) => !to.startsWith('db/'))).toEqual([])
})

test("a feature calls another's verbs, never its routes or its wire model", () => {
  // Shapes that several rooms answer with are in a shape file.ts of the room that it belongs to.
  const isForeignSurface = (to: string, { path }: Source) =>
    /[/-](?:routes|model)\.tsx?$/.test(to) &&
    roomOf(to) !== roomOf(path) &&
    !/^src\/(?:app\.ts|web\/openapi\/)/.test(path)
  expect(imports(within('src'), isForeignSurface)).toEqual([])
})

test.each([
  ['src', (path: string) => wingOf(path)],
  ['db/schema', (path: string) => /^db\/schema\/([^/]+)\//.exec(path)?.[1]],
] as const)('wings of %s form one line: each imports those below it alone', (folder, wingIn) => {
  // The files next to the wings of src put them together, and no table stands next to those of db.
  const found = new Set(within(folder).map(({ path }) => wingIn(path) ?? (folder === 'src' ? 'lib' : path)))
  expect([...found].filter((each) => !wings.includes(each))).toEqual([])
  const rank = (path: string) => wings.indexOf(wingIn(path) ?? '')
  const inWings = within(folder).filter(({ path }) => rank(path) >= 0)
  expect(inWings.length).toBeGreaterThan(40)
  expect(imports(inWings, (to, { path }) => rank(to) > rank(path))).toEqual([])
})

/** The folders of browser code; the lists of islands, and what starts it all, stand above them. */
const browserRoomOf = (path: string) =>
  /^public\/(islands\/[^/]+(?=\/)|islands(?=\/[^/]+\.tsx)|(?!islands)[^/]+(?=\/))/.exec(path)?.[1]

/**
 * The same for types: what lies next to the rooms of platform is no noun of its own, so each file
 * stands alone.
 */
const typeRoomOf = (path: string) => (/^src\/platform\/[^/]+$/.test(path) ? path : roomOf(path))

test.each([
  ['src', 'files', roomOf],
  ['src', 'named', typeRoomOf],
  ['public', 'files', browserRoomOf],
  ['public', 'named', browserRoomOf],
] as const)(
  'rooms of %s form no circle by their %s: each can be opened with those below it',
  (folder, kind, roomIn) => {
    const rooms = Map.groupBy(within(folder), ({ path }) => roomIn(path) ?? '')
    rooms.delete('')
    expect(rooms.size).toBeGreaterThan(15)
    const graph = [...rooms].map(([path, all]) => {
      const below = all.flatMap((source) => source[kind].map((to) => roomIn(to) ?? path))
      return { path, files: below.filter((each) => each !== path) }
    })
    expect(findCircle(graph)).toBeUndefined()
  },
)

test('no room of the browser imports the lists of islands', () => {
  const inRooms = within('public').filter(({ path }) => browserRoomOf(path) !== undefined)
  expect(imports(inRooms, (to) => to.startsWith('public/') && browserRoomOf(to) === undefined)).toEqual([])
})

test('the wing of artists’ earnings imports nothing of the shop', () => {
  expect(imports(within('src/earnings'), (to) => to.startsWith('src/shop/'))).toEqual([])
})

test('the test processor knows nothing of what pays at it', () => {
  const mayUse = /^src\/(?:lib\/|platform\/http\/|test-processor\/|errors\.ts)/
  expect(imports(within('src/test-processor'), (to) => !mayUse.test(to))).toEqual([])
})

test('the hub holds connections and knows nothing else: no database, no context, no request', () => {
  expect(imports(within('src/platform/hub'), (to) => !/^src\/(?:platform\/hub|lib)\//.test(to))).toEqual([])
  expect(within('src/platform/hub').flatMap(({ packages }) => packages)).toEqual([])
})

test('public-v1 has wire shapes of its own', () => {
  expect(
    imports(within('src/machine/public-v1'), (to) => /\/model\.ts$/.test(to) && roomOf(to) !== 'machine/public-v1'),
  ).toEqual([])
})

test('routes ask no questions of the database', () => {
  const routes = within('src').filter(({ path }) => /[/-]routes\.tsx?$|^src\/web\/page\//.test(path))
  expect(routes.length).toBeGreaterThan(5)
  expect(imports(routes, (to) => to.startsWith('db/'))).toEqual([])
  const asking = routes.filter(({ packages }) => packages.some((name) => name.startsWith('drizzle')))
  expect(asking.map(({ path }) => path)).toEqual([])
})

test('a transaction is begun by jointly, durably or inTransaction, and in no other way', () => {
  // The test processor has a database of its own.
  const others = within('src').filter(({ path }) => !path.startsWith('src/test-processor/'))
  expect(linesWith(others, /\.transaction\(|\bBEGIN\b/)).toEqual([])
})

test('verbs know nothing of Elysia', () => {
  const mayKnow =
    /^src\/(?:app\.ts|platform\/http\/|web\/openapi\/|web\/page\.tsx$|(?:[^/]+\/)+(?:(?:\w+-)?routes\.tsx?|(?:\w+-)?model\.ts|shape\.ts|session-cookie\.ts)$)/
  const knowing = within('src').filter(({ packages }) => packages.some((name) => /^@?elysia/.test(name)))
  expect(knowing.map(({ path }) => path).filter((path) => !mayKnow.test(path))).toEqual([])
})

test('the way down is main, command, app, features; nothing imports what stands above it', () => {
  const above = (to: string) => /^src\/(?:main|app|serve)\.ts$/.test(to)
  const mayServe = new Set([
    'src/serve.ts → src/app.ts',
    'src/operate/command/start-serving.ts → src/serve.ts',
    'src/demo/start-demo.ts → src/serve.ts',
    // An upgrade's trial answers requests and runs no job, which serve.ts does.
    'src/main.ts → src/app.ts',
  ])
  expect(imports(product, above).filter((each) => !mayServe.has(each))).toEqual([])
  const fromCommand = imports(
    product,
    (to, { path }) => roomOf(to) === 'operate/command' && roomOf(path) !== 'operate/command' && path !== 'src/main.ts',
  )
  expect(fromCommand.filter((each) => !each.startsWith('src/demo/start-demo.ts'))).toEqual([])
})

test('the browser takes nothing but types from the server, and what is pure', () => {
  const isShared = (to: string) => to.startsWith('public/') || to.startsWith('src/lib/')
  expect(imports(within('public'), (to) => !isShared(to))).toEqual([])
})

test('of the browser, the server renders islands alone, and only pages do', () => {
  // The guide is text.
  const isPublic = (to: string) => to.startsWith('public/') && !to.startsWith('public/guide/')
  expect(imports(product, (to, { path }) => isPublic(to) && !/^(?:src\/web|public)\//.test(path))).toEqual([])
})

test('no file imports itself by a detour', () => {
  expect(findCircle(sources)).toBeUndefined()
})

test('main alone touches the process and its environment', () => {
  const others = product.filter(({ path }) => path !== 'src/main.ts')
  expect(linesWith(others, /(?<![\w.])process\s*[.[]|\bBun\.env\b|\bimport\.meta\.env\b/)).toEqual([])
  expect(others.filter(({ packages }) => packages.some((name) => /^(?:node:)?process$/.test(name)))).toEqual([])
})

test('no type is forced: no any, no cast but const, no non-null, no directive', () => {
  expect(linesWith(sources, /(?:[:<|&,(=]|\bas)\s*any\b(?!\s*[:=(])/)).toEqual([])
  const cast =
    /(?<!\bimport\s.*|\bexport\s.*|\*\s)\bas\s+(?:unknown|never|any|string|number|boolean|object|keyof|typeof|readonly|[A-Z{([])/
  expect(linesWith(sources, cast)).toEqual([])
  // JSON that came is any, so a type beside it is a cast.
  expect(linesWith(product, /:(?!\s*unknown\b)[^=:]+=[^=>\n]*\.json\(\)/)).toEqual([])
  const scripts = sources.filter(({ path }) => path.endsWith('.ts'))
  expect(linesWith(scripts, /[\w)\]]!(?:[.;,)\]]|\s*$|\[)/)).toEqual([])
  const directives = sources.filter(({ text }) =>
    /@ts-(?:ignore|expect-error|nocheck)/.test(text.replace(/\/@ts-.*\//, '')),
  )
  expect(directives.map(({ path }) => path)).toEqual([])
})

test('only those who have a reason ask where stored files are', () => {
  const [asks, harmless] = [/\b(?:[bB]lobs|findIntact)\b/, /\bblobs\.(?:scratch|adopt|sync|remove|sweepScratch)\(/g]
  const finding = within('src')
    .filter(({ path }) => !path.startsWith('src/platform/blob/'))
    .filter(({ code, text }) => asks.test(code.replace(harmless, '')) || /['`]blobs[/'`]/.test(text))
  expect(finding.map(({ path }) => path)).toEqual(Object.keys(mayFindFiles).toSorted())
})

test('only access makes an entitlement; all others can only be given one', () => {
  const access = within('src/casset/access')
  const others = product.filter((source) => !access.includes(source))
  expect(imports(others, (to) => to === 'src/casset/access/entitlement.ts')).toEqual([])
  expect(linesWith(access, /^export (?:\*|\{[^}]*\bEntitlement\b)|= Entitlement\b/)).toEqual([])
})

test('nothing is left to be done later', () => {
  const words = new RegExp(['TO', 'DO|FIX', 'ME|XX', 'X\\b'].join(''))
  expect(sources.filter(({ text }) => words.test(text)).map(({ path }) => path)).toEqual([])
})

test('files are short: none over 300 lines, half under 60, nine in ten under 180', async () => {
  const sheets = await Array.fromAsync(new Bun.Glob('public/**/*.css').scan(inTree()), async (path) => ({
    path,
    text: await Bun.file(inTree(path)).text(),
  }))
  expect(sheets.length).toBeGreaterThan(50)
  const long = [...sources, ...sheets].filter(({ text }) => text.split('\n').length - 1 > 300)
  expect(long.map(({ path }) => path)).toEqual([])
  const sorted = product.map(({ text }) => text.split('\n').length - 1).toSorted((a, b) => a - b)
  expect(sorted[Math.floor(sorted.length * 0.5)]).toBeLessThan(60)
  expect(sorted[Math.floor(sorted.length * 0.9)]).toBeLessThan(180)
})

test('names are kebab-case, and none says nothing', () => {
  const names = sources.map(({ path }) => path)
  const kebab = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:(?:\.long)?\.test)?\.tsx?$/
  expect(names.filter((path) => !kebab.test(basename(path)))).toEqual([])
  const empty = /(?:^|[/-])(?:utils?|helpers?|manager|service|data|info|misc|common)(?:[./-]|$)/
  expect(product.map(({ path }) => path).filter((path) => empty.test(path))).toEqual([])
  const plural = [...new Set(product.map(({ path }) => roomOf(`${dirname(path)}/`)))].filter(
    (room) => room !== undefined && /[^s]s$/.test(room),
  )
  expect(plural).toEqual([])
})

test('no folder of src holds more than 20 files flat, but for texts and languages', async () => {
  const paths = await Array.fromAsync(new Bun.Glob('src/**/*').scan(inTree()))
  const grows = /^src\/(?:docs\/(?:changes|decisions)|lib\/language\/tables)$/
  const sizes = [...Map.groupBy(paths, dirname)].map(([folder, files]) => [folder, files.length] as const)
  expect(sizes.length).toBeGreaterThan(150)
  const large = sizes.filter(([folder, size]) => size > 20 && !grows.test(folder))
  expect(large).toEqual([])
})

// They look at all of the service, or at all of its sources.
const ofRoutes = [
  'contract',
  'fuzz',
  'heavy-requests.long',
  'hidden-ids',
  'hostile-emails',
  'modes.long',
  'order-of-checks',
]
const ofPeople = ['endings', 'endings-again.long', 'endings-hidden.long', 'gone-people.long', 'growth']
const ofTheHouse = ['choose-tests', 'context', 'goods', 'guide', 'prose', 'run.long', 'statements', 'workflows']
const ofTheTree = ['architecture', 'architecture-rooms', 'architecture-words', ...ofTheHouse]

test('tests lie in the wings of src, but for those that look at all of it', () => {
  const folderOf = (path: string) => /^test\/(?:support\/)?([^/]+)\//.exec(path)?.[1]
  const tests = sources.filter(({ path }) => path.endsWith('.test.ts') && !path.startsWith('test/soak/'))
  const flat = tests.filter(({ path }) => folderOf(path) === undefined).map(({ path }) => basename(path, '.test.ts'))
  expect(flat.toSorted()).toEqual([...ofRoutes, ...ofPeople, ...ofTheTree].toSorted())
  const folders = new Set(tests.map(({ path }) => folderOf(path) ?? 'lib'))
  expect([...folders].toSorted()).toEqual([...wings, 'db'].toSorted())
  const sizes = [...Map.groupBy(tests, ({ path }) => dirname(path))].map(([folder, all]) => ({
    folder,
    size: all.length,
  }))
  expect(sizes.filter(({ size }) => size > 40)).toEqual([])
})

test('the line that each planted bug changes is still there, and once, and so are the tests that notice it', () => {
  const textOf = new Map(product.map(({ path, text }) => [path, text]))
  const paths = new Set(sources.map(({ path }) => path))
  const named = new Set(allPlantedBugs.flatMap(({ tests }) => tests))
  expect([...named].filter((name) => !paths.has(`test/${name}.test.ts`))).toEqual([])
  const lost = allPlantedBugs.filter(({ file, text }) => textOf.get(file)?.split(text).length !== 2)
  expect(lost.map(({ name, file }) => `${file}: ${name}`)).toEqual([])
})
