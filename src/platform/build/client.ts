import { readFileSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { type Language, languages, spokenLanguages } from '../../lib/language/languages.ts'
import { listIslands } from './find-islands.ts'
import { type Manifest, packedSuffix, type Scripts } from './manifest.ts'
import { contentHash, copyStaticFiles } from './static-files.ts'
import { translate } from './translate.ts'
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

type BundleOptions = { outDir: string; compress: boolean; isDev?: boolean; only?: readonly Language[] }

const sheetFiles = {
  app: 'app',
  forms: 'form-pages',
  drops: 'drop-pages',
  member: 'member',
  studio: 'studio-pages',
  room: 'room-pages',
  embed: 'embed',
  printed: 'printed-card',
  share: 'share',
} as const

const shared = (outDir: string, isDev: boolean) => ({
  root: publicDir,
  outdir: join(outDir, 'a'),
  target: 'browser' as const,
  minify: !isDev,
  naming: { entry: '[name]-[hash].[ext]', chunk: 'c-[hash].[ext]' },
  publicPath: '/a/',
})

/** Returns the URL of an output of a bundle, by how its file's name begins. */
const addressIn = (outDir: string, { outputs }: Bun.BuildOutput, name: string, extension: string) => {
  const output = outputs.find(({ path }) => basename(path).startsWith(`${name}-`) && path.endsWith(extension))
  if (output === undefined) throw new Error(`the client bundle has no ${name}-*${extension}`)
  return `/${relative(outDir, output.path)}`
}

/**
 * Takes out Bun's copies of rules with `:is()`, for browsers that cannot read our `@layer`, and the
 * properties by which it writes `light-dark()`, which is not used.
 */
const withoutCopies = (sheet: string) =>
  sheet.replace(/[^{};]*:-(?:webkit|moz)-any\([^{}]*\{[^{}]*\}|--buncss-(?:light|dark):[^;]*;/g, '')

async function bundleSheets(
  outDir: string,
  named: Record<string, string>,
  isDev: boolean,
): Promise<Manifest['sheets']> {
  const built = await Bun.build({
    ...shared(outDir, isDev),
    entrypoints: Object.values(sheetFiles).map((name) => join(publicDir, `styles/${name}.css`)),
    plugins: [staticAddresses(named)],
  })
  for (const { path } of built.outputs) await Bun.write(path, withoutCopies(await Bun.file(path).text()))
  const of = (name: keyof typeof sheetFiles) => addressIn(outDir, built, sheetFiles[name], '.css')
  return {
    app: of('app'),
    forms: of('forms'),
    drops: of('drops'),
    member: of('member'),
    studio: of('studio'),
    room: of('room'),
    embed: of('embed'),
    printed: of('printed'),
    share: of('share'),
  }
}

/**
 * Lets the browser read addresses in place of url-parse, which comes with uploads: what joins its
 * CommonJS to our modules was in the chunk that all forms share.
 */
const ownUrl: Bun.BunPlugin = {
  name: 'own-url',
  setup(build) {
    build.onResolve({ filter: /^url-parse$/ }, () => ({ path: join(publicDir, 'lib/own-url.ts') }))
  },
}

/** Parts of the API client that we never call: WebSockets, and answers that are event streams. */
const unused: readonly (readonly [what: RegExp, instead: string])[] = [
  [/=class\{constructor.*?new WebSocket.*?\}\};/s, '=class{};'],
  [/if\(\w==="subscribe"\)\{let .*?return new \w\(\w\)\}/s, ''],
  [/function \w\(\w,\w\)\{let \w=\w\.split\(`\n`\).*?(?=async function\*)/s, ''],
  [/if\(\w\.headers\.get\("Content-Type"\)\?\.startsWith\("text\/event-stream"\)\)\{.*?\}else try/s, 'try'],
]

/**
 * Leaves them out, most of a kilobyte on every page. In a version that writes them otherwise they
 * stay, and the limit of scripts may be met.
 */
const withoutUnused: Bun.BunPlugin = {
  name: 'without-unused',
  setup(build) {
    build.onLoad({ filter: /@elysiajs\/eden\/dist\/chunk-\w+\.mjs$/ }, async ({ path }) => ({
      loader: 'js',
      contents: unused.reduce((text, [what, instead]) => text.replace(what, instead), await Bun.file(path).text()),
    }))
  },
}

async function bundleScripts(outDir: string, language: Language, isDev: boolean): Promise<Scripts> {
  const built = await Bun.build({
    ...shared(outDir, isDev),
    entrypoints: ['app.ts', 'embed.ts', 'printed-card.ts'].map((path) => join(publicDir, path)),
    splitting: true,
    // Bun's advice suits browsers, where each chunk is a request.
    minChunkSize: 16_384,
    // Each page names the chunks of its islands; a list of all of them in app.js is 7 % of it.
    modulePreload: false,
    metafile: true,
    define: { 'process.env.NODE_ENV': '"production"', IS_DEV: String(isDev) },
    plugins: [ownUrl, withoutUnused, listIslands, translate(language)],
  })
  if (built.metafile === undefined) throw new Error('the client bundle has no metafile')
  const js = addressIn(outDir, built, 'app', '.js')
  return {
    js,
    embed: addressIn(outDir, built, 'embed', '.js'),
    printed: addressIn(outDir, built, 'printed-card', '.js'),
    preload: preloads(built.metafile, js),
  }
}

/**
 * Bundles the browser's code, in each language, and styles into `outDir` with hashed names and a
 * manifest (see assets.ts), packed with `compress`. With `isDev` no two builds are the same, and
 * pages load again when there is another.
 */
export async function bundleClient(options: BundleOptions): Promise<Manifest> {
  const { outDir, compress, isDev = false, only = isDev ? languages : spokenLanguages } = options
  await rm(outDir, { recursive: true, force: true })
  await mkdir(join(outDir, 'a'), { recursive: true })
  const named = await copyStaticFiles(outDir)
  const sheets = await bundleSheets(outDir, named, isDev)
  const bundled = only.map(async (each) => [each, await bundleScripts(outDir, each, isDev)] as const)
  const scripts = Object.fromEntries(await Promise.all(bundled))
  const every = Object.values(scripts).map((each) => each.js)
  const inputs = [...every, ...Object.values(sheets), ...Object.values(named), ...(isDev ? [Bun.randomUUIDv7()] : [])]
  const build = contentHash(inputs.join())
  const manifest: Manifest = {
    build,
    scripts,
    sheets,
    worker: await bundleWorker(outDir, build),
    clipWorker: await bundleClipWorker(outDir),
    named,
    files: {},
  }
  const describe = async (file: string) => {
    const bytes = await Bun.file(join(outDir, file)).bytes()
    const packed = compress ? await pack(join(outDir, file), bytes) : {}
    const type = types[file.slice(file.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
    return [`/${file}`, { type, tag: contentHash(bytes), size: bytes.length, ...packed }] as const
  }
  // All at once: each compression has a thread of its own.
  const files = await Array.fromAsync(new Bun.Glob('a/*').scan(outDir))
  manifest.files = Object.fromEntries(await Promise.all(files.map(describe)))
  await Bun.write(join(outDir, 'manifest.json'), JSON.stringify(manifest))
  return manifest
}

const packBrotli = promisify(brotliCompress)

/** Puts a file's Brotli in its place, where that is smaller; returns the bytes of that. */
async function pack(path: string, bytes: Uint8Array): Promise<{ packed?: number }> {
  if (bytes.length < 400 || /\.(woff2|png)$/.test(path)) return {}
  const packed = await packBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
  if (packed.length >= bytes.length) return {}
  await Bun.write(path + packedSuffix, packed)
  await rm(path)
  return { packed: packed.length }
}
