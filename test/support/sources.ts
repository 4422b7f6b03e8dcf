import { dirname, join, normalize, relative } from 'node:path'
import { findIslands } from '../../src/platform/build/find-islands.ts'
import { findPages } from '../../src/platform/build/find-pages.ts'
import { inTree } from './tree.ts'

const root = inTree()
const islands = findIslands()

/**
 * One file of the source tree: its path from the root, its text, and what it imports besides types.
 */
export type Source = {
  path: string
  text: string
  /** The text without comments and without what stands between quotes. */
  code: string
  /** Files of this tree, by their path from the root. */
  files: string[]
  /** The same with those of which it imports types alone. */
  named: string[]
  /** Packages and built-in modules. */
  packages: string[]
}

const unquoted =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|(?<=[=(,:[!&|?{}\n;]\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n])+\/[dgimsuvy]*/g

const transpilers = { ts: new Bun.Transpiler({ loader: 'ts' }), tsx: new Bun.Transpiler({ loader: 'tsx' }) }

// Biome puts each at the beginning of a line.
const anyImport = /^(?:import|export)\b[^'"`;]*?\bfrom '(\.[^']+)'/gm

async function readSource(path: string): Promise<Source> {
  const text = await Bun.file(join(root, path)).text()
  const transpiler = path.endsWith('.tsx') ? transpilers.tsx : transpilers.ts
  const specifiers = transpiler.scanImports(text).map((each) => each.path)
  // Pages are loaded by their names, and islands by lists that the bundler writes.
  if (path === 'src/web/pages.ts') specifiers.push(...findPages().map(({ file }) => `./page/${file}`))
  const here = join(root, path)
  for (const { file, list, chunk } of islands) {
    if (path === `public/islands/${list}.ts`) specifiers.push(`./${relative(dirname(here), chunk?.file ?? file)}`)
    if (chunk?.file === here && file !== here) specifiers.push(`./${relative(dirname(here), file)}`)
  }
  const isOurs = (specifier: string) => specifier.startsWith('.')
  const fromRoot = (each: string) => relative(root, normalize(join(root, dirname(path), each)))
  const files = specifiers.filter(isOurs).map(fromRoot)
  const named = [...new Set([...files, ...[...text.matchAll(anyImport)].map(([, each = '']) => fromRoot(each))])]
  const code = text.replace(unquoted, (match) => (match.startsWith('/') ? ' ' : "''"))
  return { path, text, code, files, named, packages: specifiers.filter((each) => !isOurs(each)) }
}

let reading: Promise<readonly Source[]> | undefined

/** Every TypeScript file of the product and its tests, read once a process. */
export function allSources(): Promise<readonly Source[]> {
  reading ??= readAll()
  return reading
}

async function readAll(): Promise<Source[]> {
  const glob = new Bun.Glob('{src,db,public,test}/**/*.{ts,tsx}')
  const paths = await Array.fromAsync(glob.scan(root))
  return Promise.all(
    paths
      .filter((path) => !path.endsWith('.d.ts'))
      .toSorted()
      .map(readSource),
  )
}

/** A circle of imports, if there is one: the files in the order in which they import each other. */
export function findCircle(sources: readonly Pick<Source, 'path' | 'files'>[]): string[] | undefined {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const done = new Set<string>()
  const visit = (path: string, above: string[]): string[] | undefined => {
    if (above.includes(path)) return [...above.slice(above.indexOf(path)), path]
    if (done.has(path)) return undefined
    for (const next of byPath.get(path)?.files ?? []) {
      const circle = visit(next, [...above, path])
      if (circle) return circle
    }
    done.add(path)
    return undefined
  }
  for (const { path } of sources) {
    const circle = visit(path, [])
    if (circle) return circle
  }
  return undefined
}
