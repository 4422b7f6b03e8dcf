import { dirname } from 'node:path'
import type { Source } from './sources.ts'

type Limits = { msOf: (path: string) => number; budgetMs: number }

/** Read the whole tree, so that every change reaches them. */
const always = ['test/architecture.test.ts', 'test/guide.test.ts']

/** What puts the whole service together: through these every test of a server reaches every file. */
const isHub = (path: string): boolean =>
  /^(?:src\/(?:app|main|context|work|serve|goods)\.ts|test\/support\/(?:server|process|program|world)\.ts)$/.test(path)

const isTest = (path: string): boolean => path.endsWith('.test.ts')

/**
 * Chooses the test files that changed files reach through imports, as many as fit the budget. First those that changed or
 * always run, then those that reach a change without the files that put the service together, nearest first; then those
 * named like a room that does; then the others that reach a change through the whole service, quickest first.
 */
export function chooseTests(sources: readonly Source[], changed: readonly string[], { msOf, budgetMs }: Limits) {
  if (changed.length === 0) return { chosen: [], leftOut: [] }
  const starts = changed.flatMap((path) => sourcesOf(sources, path))
  const near = distances(sources, starts, (path) => !isHub(path))
  const far = distances(sources, starts, () => true)
  const rooms = new Set(
    [...near.keys()].flatMap((path) => /^(?:src\/(?:[\w-]+\/)?|public\/islands\/)([\w-]+)\//.exec(path)?.[1] ?? []),
  )
  const isNamedLikeRoom = (path: string) => [...rooms].some((room) => path.includes(`/${room}`))
  const rank = (path: string): number => {
    if (starts.includes(path) || always.includes(path)) return 0
    const steps = near.get(path)
    if (steps !== undefined) return steps
    return isNamedLikeRoom(path) ? 100 : 200 + msOf(path)
  }
  const reached = new Set([...always, ...[...far.keys()].filter(isTest)])
  const ranked = [...reached].toSorted((a, b) => rank(a) - rank(b) || msOf(a) - msOf(b))
  const chosen: string[] = []
  let ms = 0
  for (const path of ranked) {
    if (rank(path) > 0 && ms + msOf(path) > budgetMs) continue
    chosen.push(path)
    ms += msOf(path)
  }
  return { chosen, leftOut: ranked.filter((path) => !chosen.includes(path)) }
}

/** The sources that a changed file stands for: itself, or its folder's when it is no source (SQL, styles) or is gone. */
function sourcesOf(sources: readonly Source[], path: string): string[] {
  if (sources.some((source) => source.path === path)) return [path]
  const isNear = (source: Source) => dirname(source.path) === dirname(path)
  return dirname(path) === '.' ? [] : sources.filter(isNear).map((source) => source.path)
}

/** How many imports away each file is that imports one of these, by way of files that may be passed. */
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
