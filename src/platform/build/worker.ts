import { join } from 'node:path'
import { ownLanguage } from '../../lib/language/languages.ts'
import { contentHash } from './static-files.ts'
import { translate } from './translate.ts'

const publicDir = join(import.meta.dir, '../../../public')

export const clipWorkerEntry = join(publicDir, 'exporter/worker.ts')

/** Bundles the service worker into `outDir`, and returns its URL. It knows the build. */
export const bundleWorker = (outDir: string, build: string) =>
  bundleAlone(outDir, { entry: join(publicDir, 'sw.ts'), name: 'sw', define: { BUILD: JSON.stringify(build) } })

/** Bundles the worker that makes clips into `outDir`, and returns its URL. */
export const bundleClipWorker = (outDir: string) =>
  bundleAlone(outDir, {
    entry: clipWorkerEntry,
    name: 'clip-worker',
    define: { 'process.env.NODE_ENV': '"production"' },
  })

type Alone = { entry: string; name: string; define: Record<string, string> }

/** Bundles a script that shares no file with a page. It speaks English, as it belongs to none. */
async function bundleAlone(outDir: string, { entry, name, define }: Alone): Promise<string> {
  const plugins = [translate(ownLanguage)]
  const built = await Bun.build({
    entrypoints: [entry],
    target: 'browser',
    format: 'iife',
    minify: true,
    define,
    plugins,
  })
  const [output] = built.outputs
  if (!output) throw new Error(`${name} was not bundled.`)
  const text = await output.text()
  const address = `/a/${name}-${contentHash(text)}.js`
  await Bun.write(outDir + address, text)
  return address
}
