import { readFileSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { type Encoding, encodings } from '../../lib/encodings.ts'
import type { Manifest } from './manifest.ts'
import { contentHash, copyStaticFiles } from './static-files.ts'
import { bundleClipWorker, bundleWorker } from './worker.ts'

const publicDir = join(import.meta.dir, '../../../public')

const types: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
  png: 'image/png',
}

/**
 * Rewrites `url("static/…")` and `url("fonts/…")` of the stylesheets to the hashed files. Textures
 * are written into the sheet: they are smaller than a request for them.
 */
const staticAddresses = (named: Record<string, string>): Bun.BunPlugin => ({
  name: 'static-addresses',
  setup(build) {
    build.onResolve({ filter: /^(static|fonts|textures)\// }, ({ path }) => {
      if (path.startsWith('textures/')) {
        const picture = readFileSync(join(publicDir, path), 'utf8').trim().replaceAll('"', "'")
        return { path: `data:image/svg+xml,${picture.replace(/[#<>]/g, encodeURIComponent)}`, external: true }
      }
      const address = named[path.replace(/^static\//, '')]
      if (address === undefined) throw new Error(`styles name ${path}, which does not exist`)
      return { path: address, external: true }
    })
  },
})

/** Returns the chunks that each island needs besides app.js, so that the page can preload them. */
function preloads(meta: Bun.BuildMetafile, appJs: string): Record<string, string[]> {
  const reach = (output: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(output)) return seen
    seen.add(output)
    for (const each of meta.outputs[output]?.imports ?? []) if (each.kind === 'import-statement') reach(each.path, seen)
    return seen
  }
  const found: Record<string, string[]> = {}
  for (const [output, { entryPoint, inputs }] of Object.entries(meta.outputs)) {
    if (!/public\/(?:islands|player)\//.test(entryPoint ?? '')) continue
    const chunks = [...reach(output)].map((path) => `/a/${path.replace(/^\.\//, '')}`).filter((path) => path !== appJs)
    for (const input of Object.keys(inputs)) {
      const island = /public\/(?:islands\/|(?=player\/))([\w/-]+)\.tsx$/.exec(input)?.[1]
      if (island !== undefined) found[island] = chunks
    }
  }
  return found
}

type BundleOptions = { outDir: string; compress: boolean; isDev?: boolean }

/**
 * Bundles the browser's code and styles into `outDir` with hashed names and a manifest (see
 * web/assets.ts). With `isDev` no two builds are the same, and pages load again when there is
 * another.
 */
export async function bundleClient({ outDir, compress, isDev = false }: BundleOptions): Promise<Manifest> {
  await rm(outDir, { recursive: true, force: true })
  await mkdir(join(outDir, 'a'), { recursive: true })
  const named = await copyStaticFiles(outDir)
  const built = await Bun.build({
    entrypoints: [
      'app.ts',
      'embed.ts',
      'printed-card.ts',
      'styles/app.css',
      'styles/form-pages.css',
      'styles/member.css',
      'styles/studio-pages.css',
      'styles/room-pages.css',
      'styles/embed.css',
      'styles/printed-card.css',
      'styles/share.css',
    ].map((path) => join(publicDir, path)),
    root: publicDir,
    outdir: join(outDir, 'a'),
    target: 'browser',
    splitting: true,
    // Bun's advice suits browsers, where each chunk is a request.
    minChunkSize: 16_384,
    // Each page names the chunks of its islands; a list of all of them in app.js is 7 % of it.
    modulePreload: false,
    minify: !isDev,
    metafile: true,
    naming: { entry: '[name]-[hash].[ext]', chunk: 'c-[hash].[ext]' },
    define: { 'process.env.NODE_ENV': '"production"', IS_DEV: String(isDev) },
    publicPath: '/a/',
    plugins: [staticAddresses(named)],
  })
  const address = (start: string, extension: string) => {
    const output = built.outputs.find(({ path }) => basename(path).startsWith(start) && path.endsWith(extension))
    if (output === undefined) throw new Error(`the client bundle has no ${start}${extension}`)
    return `/${relative(outDir, output.path)}`
  }
  const js = address('app-', '.js')
  const sheets = {
    app: address('app-', '.css'),
    forms: address('form-pages-', '.css'),
    member: address('member-', '.css'),
    studio: address('studio-pages-', '.css'),
    room: address('room-pages-', '.css'),
    embed: address('embed-', '.css'),
    printed: address('printed-card-', '.css'),
    share: address('share-', '.css'),
  }
  if (built.metafile === undefined) throw new Error('the client bundle has no metafile')
  const inputs = [js, ...Object.values(sheets), ...Object.values(named), ...(isDev ? [Bun.randomUUIDv7()] : [])]
  const build = contentHash(inputs.join())
  const manifest: Manifest = {
    build,
    js,
    sheets,
    embed: address('embed-', '.js'),
    printed: address('printed-card-', '.js'),
    worker: await bundleWorker(outDir, { build, js, sheets, named }),
    clipWorker: await bundleClipWorker(outDir),
    preload: preloads(built.metafile, js),
    named,
    files: {},
  }
  for (const file of await Array.fromAsync(new Bun.Glob('a/*').scan(outDir))) {
    const bytes = await Bun.file(join(outDir, file)).bytes()
    manifest.files[`/${file}`] = {
      type: types[file.slice(file.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
      tag: contentHash(bytes),
      size: bytes.length,
      encodings: compress ? await writeCompressed(join(outDir, file), bytes) : {},
    }
  }
  await Bun.write(join(outDir, 'manifest.json'), JSON.stringify(manifest))
  return manifest
}

const packers: Record<Encoding, (bytes: Uint8Array) => Uint8Array> = {
  br: (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  zstd: (bytes) => Bun.zstdCompressSync(bytes, { level: 19 }),
  gzip: (bytes) => gzipSync(bytes, { level: 9 }),
}

/**
 * Writes a compressed copy of a file for each encoding that makes it smaller; returns their sizes.
 */
async function writeCompressed(path: string, bytes: Uint8Array): Promise<Partial<Record<Encoding, number>>> {
  const sizes: Partial<Record<Encoding, number>> = {}
  if (bytes.length < 400 || /\.(woff2|png)$/.test(path)) return sizes
  for (const encoding of ['br', 'zstd', 'gzip'] as const) {
    const packed = packers[encoding](bytes)
    if (packed.length >= bytes.length) continue
    sizes[encoding] = packed.length
    await Bun.write(path + encodings[encoding], packed)
  }
  return sizes
}
