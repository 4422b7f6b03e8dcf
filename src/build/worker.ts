import { join } from 'node:path'
import type { Manifest } from '../web/assets.ts'
import { contentHash } from './static-files.ts'

const entry = join(import.meta.dir, '../../public/sw.ts')

/**
 * Bundles the service worker into `outDir`, and returns its URL. It knows the build, and the files that the page needs
 * which it shows without a connection.
 */
export async function bundleWorker(outDir: string, manifest: Pick<Manifest, 'build' | 'js' | 'sheets' | 'named'>) {
  const { build, js, sheets, named } = manifest
  const fonts = ['fonts/anybody-core.woff2', 'fonts/familjen-core.woff2'].map((font) => named[font])
  const built = await Bun.build({
    entrypoints: [entry],
    target: 'browser',
    format: 'iife',
    minify: true,
    define: { BUILD: JSON.stringify(build), SHELL: JSON.stringify([js, sheets.app, ...fonts]) },
  })
  const [output] = built.outputs
  if (!output) throw new Error('The service worker was not bundled.')
  const text = await output.text()
  const address = `/a/sw-${contentHash(text)}.js`
  await Bun.write(outDir + address, text)
  return address
}
