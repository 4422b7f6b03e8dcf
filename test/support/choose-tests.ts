import { dirname } from 'node:path'
import type { Source } from './sources.ts'
import { tablesOf } from './tables.ts'

/** `textOf`: the text of a file that is no source. */
type Limits = { msOf: (path: string) => number; budgetMs: number; textOf: (path: string) => string }

/** Read the whole tree, so that every change reaches them. */
const always = [
  'test/architecture.test.ts',
  'test/architecture-rooms.test.ts',
  'test/architecture-words.test.ts',
  'test/goods.test.ts',
  'test/guide.test.ts',
  'test/prose.test.ts',
  'test/statements.test.ts',
]

/**
 * The files that put the whole service together: through these every test of a server reaches every
 * file.
 */
const isHub = (path: string): boolean =>
  /^(?:src\/(?:app|main|context|rooms|serve)\.ts|test\/support\/(?:server|process|program|world)\.ts)$/.test(path)

const isTest = (path: string): boolean => path.endsWith('.test.ts')

/**
 * Chooses the test files that changed files reach through imports, as many as fit the budget. First
 * those that changed or always run, and those that are named for what changed (refund-sale.test.ts
 * for sale/refund-sale.ts), budget or not; then those that share a word of their name with it; then
 * those that reach a change without the files that put the service together, nearest first; then
 * the others, quickest first.
 */
export function chooseTests(sources: readonly Source[], given: readonly string[], { msOf, budgetMs, textOf }: Limits) {
  if (given.length === 0) return { chosen: [], leftOut: [] }
  const homes = given.filter((path) => path.endsWith('.sql')).flatMap((path) => homesIn(sources, textOf(path)))
  const changed = [...new Set([...given, ...homes])]
  const starts = changed.flatMap((path) => sourcesOf(sources, path))
  const near = distances(sources, starts, (path) => !isHub(path))
  const far = distances(sources, starts, () => true)
  const subjects = changed.map((path) => new Set(wordsOf(path)))
  const rank = (path: string): number => {
    if (starts.includes(path) || always.includes(path)) return 0
    const words = wordsOf(path)
    const shared = Math.max(...subjects.map((subject) => words.filter((word) => subject.has(word)).length))
    if (shared > 0) return shared === words.length ? 1 : 2
    return 2 + (near.get(path) ?? 200 + msOf(path))
  }
  // A test that starts the program as a child imports nothing of it.
  const named = sources.flatMap(({ path }) => (isTest(path) && rank(path) === 1 ? [path] : []))
  const reached = new Set([...always, ...named, ...[...far.keys()].filter(isTest)])
  const ranked = [...reached].toSorted((a, b) => rank(a) - rank(b) || msOf(a) - msOf(b))
  const chosen: string[] = []
  let ms = 0
  for (const path of ranked) {
    if (rank(path) > 1 && ms + msOf(path) > budgetMs) continue
    chosen.push(path)
    ms += msOf(path)
  }
  return { chosen, leftOut: ranked.filter((path) => !chosen.includes(path)) }
}

// Words of nearly every path.
const common = new Set([
  'src',
  'test',
  'public',
  'island',
  'support',
  'web',
  'page',
  'part',
  'lib',
  'route',
  'model',
  'shape',
])

/**
 * The words of a path that say what it is about: of its file and, but for a test, its folder; in
 * the singular.
 */
function wordsOf(path: string): string[] {
  const names = path.replace(/\..*$/, '').split('/')
  const words = names
    .slice(isTest(path) ? -1 : -2)
    .join('-')
    .split(/[-_]/)
  return words.map((word) => word.replace(/(?<=[^s])s$/, '')).filter((word) => !common.has(word))
}

/**
 * The sources that a changed file stands for: itself, or its folder's when it is no source (SQL,
 * styles) or is gone.
 */
function sourcesOf(sources: readonly Source[], path: string): string[] {
  if (sources.some((source) => source.path === path)) return [path]
  const isNear = (source: Source) => dirname(source.path) === dirname(path)
  return dirname(path) === '.' ? [] : sources.filter(isNear).map((source) => source.path)
}

/** The schema files of the tables that SQL names: a migration changes what these say. */
function homesIn(sources: readonly Source[], sql: string): string[] {
  const words = new Set(sql.match(/\w+/g))
  return tablesOf(sources).flatMap(({ name, path }) => (words.has(name) ? [path] : []))
}

/**
 * How many imports away each file is that imports one of these, by way of files that may be passed.
 */
function distances(sources: readonly Source[], starts: readonly string[], mayPass: (path: string) => boolean) {
  const importers = new Map<string, string[]>()
  for (const { path, files } of sources) {
    for (const file of files) importers.set(file, [...(importers.get(file) ?? []), path])
  }
  const steps = new Map(starts.map((path) => [path, 0]))
  for (let edge: readonly string[] = starts, count = 1; edge.length > 0; count += 1) {
    const passable = edge.filter((path) => mayPass(path) || starts.includes(path))
    edge = [...new Set(passable.flatMap((path) => importers.get(path) ?? []))].filter((path) => !steps.has(path))
    for (const path of edge) steps.set(path, count)
  }
  return steps
}
