import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const publicDir = join(import.meta.dir, '../../../public')

type List = 'registry' | 'signed-in'

/** Islands of the main script, and of the one that signed-in people have besides. */
const atOnce: Readonly<Record<string, List>> = {
  'player/deck': 'registry',
  'player/play-page': 'registry',
  share: 'registry',
  follow: 'registry',
  'bell/bell': 'signed-in',
  'bell/shown': 'signed-in',
  'auth/sign-out': 'signed-in',
}

/** Islands of pages that need nothing else of their folder. */
const alone: ReadonlySet<string> = new Set(['checkout/checkout', 'checkout/guest', 'release/verify'])

/** The file with which an island comes, and its name there. */
type Chunk = { file: string; exported: string }

/**
 * An island by its name, the path of its file in the folder of islands, or otherwise in `public`;
 * `chunk` is null where it comes at once.
 */
type FoundIsland = { name: string; file: string; list: List; chunk: Chunk | null }

/**
 * Returns every island: a component that a file exports by default. It comes with the group
 * (`…islands.ts`) that exports it, or that of its folder, and otherwise by itself.
 */
export function findIslands(): FoundIsland[] {
  const texts = ['islands', 'player'].flatMap((folder) =>
    readdirSync(join(publicDir, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx$|islands\.ts$/.test(file))
      .sort()
      .map((file) => ({
        file: join(publicDir, folder, file),
        text: readFileSync(join(publicDir, folder, file), 'utf8'),
      })),
  )
  const files = new Set(texts.map(({ file }) => file))
  const grouped = new Map(
    texts.flatMap(({ file, text }) =>
      [...text.matchAll(/^export \{ default as (\w+) \} from '(.+)'$/gm)].map(
        ([, exported = '', path = '']): [string, Chunk] => [join(file, '..', path), { file, exported }],
      ),
    ),
  )
  return texts.flatMap(({ file, text }): FoundIsland[] => {
    if (!/^export default /m.test(text)) return []
    const name = file.slice(publicDir.length + 1, -'.tsx'.length).replace(/^islands\//, '')
    const list = atOnce[name]
    if (list !== undefined) return [{ name, file, list, chunk: null }]
    const group = alone.has(name) ? undefined : groupsOf(dirname(file)).find((each) => files.has(each))
    const own = group === undefined ? { file, exported: 'default' } : { file: group, exported: idOf(file) }
    const chunk = grouped.get(file) ?? own
    return [{ name, file, list: ofSignedIn.test(chunk.file) ? 'signed-in' : 'registry', chunk }]
  })
}

const groupsOf = (folder: string) => [join(folder, 'islands.ts'), `${folder}-islands.ts`]

const ofSignedIn = /\/islands\/(?:account|desk|library|studio)\//

const lateGroup = join(publicDir, 'player/late-islands.ts')

/**
 * The code of `lib` that comes with it, also for whoever imports one of its files alone when it is
 * needed; `lib` may not name the player.
 */
const lateCode = (): string[] =>
  [...readFileSync(lateGroup, 'utf8').matchAll(/ from '\.\.\/lib\/(.+)'$/gm)].map(([, file = '']) => file)

/**
 * Writes the lists `registry.ts` and `signed-in.ts`, adds to groups those of their folder, and lets
 * what every page needs late come as one file.
 */
export const listIslands: Bun.BunPlugin = {
  name: 'list-islands',
  setup(build) {
    const all = findIslands()
    const late = new RegExp(`^\\./(?:${lateCode().map(RegExp.escape).join('|')})$`)
    build.onResolve({ filter: late }, ({ kind }) => (kind === 'dynamic-import' ? { path: lateGroup } : undefined))
    build.onLoad({ filter: /\/public\/islands\/(?:registry|signed-in)\.ts$/ }, ({ path }) => {
      // By their chunks, which is smaller once it is packed.
      const islands = all
        .filter(({ list }) => path.endsWith(`/${list}.ts`))
        .toSorted((a, b) => (a.chunk?.file ?? '').localeCompare(b.chunk?.file ?? ''))
      const groups = [
        ...new Set(islands.flatMap(({ file, chunk }) => (!chunk || chunk.file === file ? [] : chunk.file))),
      ]
      const contents = [
        "import { draw, late } from './draw.ts'",
        // Nearly every page of an account has a form: else its smallest part is one more file.
        ...(path.endsWith('signed-in.ts') ? ["import '../lib/form-parts.ts'"] : []),
        ...islands.flatMap(({ file, chunk }) => (chunk === null ? `import ${idOf(file)} from '${file}'` : [])),
        ...groups.map((file) => `const ${idOf(file)} = () => import('${file}')`),
        'export const islands = {',
        ...islands.map(({ name, file, chunk }) => {
          if (chunk === null) return `'${name}': async () => draw(${idOf(file)}),`
          const load = chunk.file === file ? `() => import('${file}')` : idOf(chunk.file)
          return `'${name}': late(${load}, '${chunk.exported}'),`
        }),
        '}',
      ]
      return { contents: contents.join('\n'), loader: 'ts' }
    })
    build.onLoad({ filter: /\/public\/islands\/.*islands\.ts$/ }, async ({ path }) => {
      const own = all.filter(({ file, chunk }) => chunk?.file === path && chunk.exported === idOf(file))
      const lines = own.map(({ file }) => `export { default as ${idOf(file)} } from '${file}'`)
      return { contents: [await Bun.file(path).text(), ...lines].join('\n'), loader: 'ts' }
    })
  },
}

const idOf = (file: string) =>
  file
    .slice(publicDir.length + 1)
    .replace(/^islands\/|\.tsx?$/g, '')
    .replace(/\W/g, '_')
