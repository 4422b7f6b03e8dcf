import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BunPlugin } from 'bun'

type FoundPage = { file: string; name: string; path: string }

const folder = join(import.meta.dir, '../../web/page')

/**
 * Returns every page in the folder `web/page` with its address, as its file says it. It runs as a
 * macro, while the importing file is compiled, so that no page is loaded to learn where it is.
 */
export function findPages(): FoundPage[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .sort()
    .flatMap((file) => pagesIn(file, readFileSync(join(folder, file), 'utf8')))
}

function pagesIn(file: string, text: string): FoundPage[] {
  const [, common = ''] = /^const path = '(.+)'$/m.exec(text) ?? []
  const routes = text.split(/^export const (?=\w+Route\b)/m).slice(1)
  return routes.map((route) => {
    const name = route.slice(0, route.indexOf('Route') + 'Route'.length)
    const spelled = route.replaceAll('$' + '{path}', common).replace(/\bpath,/, `path: '${common}',`)
    const [, path] = /(?:\bpath: |Route\()['`](\/[^'`]*)['`]/.exec(spelled) ?? []
    if (path === undefined) throw new Error(`${file} does not say the path of ${name}`)
    return { file, name, path }
  })
}

/** Names each page in the executable, in place of an import that names none. */
export const bundlePages: BunPlugin = {
  name: 'bundle-pages',
  setup(build) {
    build.onLoad({ filter: /\/src\/web\/pages\.ts$/ }, async ({ path }) => {
      const files = [...new Set(findPages().map(({ file }) => file))]
      const loads = files.map((file) => `'${file}': () => import('./page/${file}')`)
      const text = await Bun.file(path).text()
      return { contents: text.replace(/import\(`.*`\)/, () => `({${loads}})[file]()`), loader: 'ts' }
    })
  },
}
