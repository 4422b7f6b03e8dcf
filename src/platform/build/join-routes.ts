import { join, relative } from 'node:path'
import type { BunPlugin } from 'bun'

const src = join(import.meta.dir, '../..')
const loading = /\bimport\('(\.\/[\w/-]*routes\.tsx?)'\)/g

/**
 * Puts the routes of all rooms into one file of the executable, as a server loads them all at once:
 * by themselves they would be 550 files more, a tenth of the processor time of a start.
 */
export const joinRoutes: BunPlugin = {
  name: 'join-routes',
  setup(build) {
    build.onLoad({ filter: /\/src\/.+\/room\.ts$/ }, async ({ path }) => {
      const text = await Bun.file(path).text()
      const contents = text.replace(loading, (_, file) => {
        return `import('all-routes').then((all) => all.${nameOf(join(path, '..', file))})`
      })
      return { contents, loader: 'ts' }
    })
    build.onResolve({ filter: /^all-routes$/ }, ({ path }) => ({ path, namespace: 'join-routes' }))
    build.onLoad({ filter: /.*/, namespace: 'join-routes' }, async () => {
      const files = new Set<string>()
      for await (const room of new Bun.Glob('**/room.ts').scan({ cwd: src, absolute: true })) {
        const text = await Bun.file(room).text()
        for (const [, file = ''] of text.matchAll(loading)) files.add(join(room, '..', file))
      }
      const lines = [...files].toSorted().map((file) => `export * as ${nameOf(file)} from ${JSON.stringify(file)}`)
      return { contents: lines.join('\n'), loader: 'ts' }
    })
  },
}

const nameOf = (file: string) => relative(src, file).replace(/\W/g, '_')
