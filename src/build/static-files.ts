import { join } from 'node:path'

/** Returns the short content hash of file names and entity tags. */
export const contentHash = (bytes: Uint8Array | string) => Bun.hash(bytes).toString(36).slice(0, 10)

const modules = join(import.meta.dir, '../../node_modules')
const statics = join(import.meta.dir, '../../public/static')
const variable = (pack: string, file: string) => join(modules, '@fontsource-variable', pack, 'files', file)

/** The typefaces, copied from their packages at build time so that the source tree contains no fonts. */
const fonts: Record<string, string> = {
  'fonts/anybody-latin.woff2': variable('anybody', 'anybody-latin-standard-normal.woff2'),
  'fonts/anybody-latin-ext.woff2': variable('anybody', 'anybody-latin-ext-standard-normal.woff2'),
  'fonts/familjen-latin.woff2': variable('familjen-grotesk', 'familjen-grotesk-latin-wght-normal.woff2'),
  'fonts/familjen-latin-ext.woff2': variable('familjen-grotesk', 'familjen-grotesk-latin-ext-wght-normal.woff2'),
  'fonts/sometype-latin.woff2': variable('sometype-mono', 'sometype-mono-latin-wght-normal.woff2'),
  'fonts/sometype-latin-ext.woff2': variable('sometype-mono', 'sometype-mono-latin-ext-wght-normal.woff2'),
  'fonts/pen-latin.woff2': join(modules, '@fontsource/nanum-pen-script/files/nanum-pen-script-latin-400-normal.woff2'),
}

/** Packages whose fonts are shipped, with their licence texts. */
export const fontPackages = [
  '@fontsource-variable/anybody',
  '@fontsource-variable/familjen-grotesk',
  '@fontsource-variable/sometype-mono',
  '@fontsource/nanum-pen-script',
]

/** Copies fonts and static files under hashed names into `outDir/a`; returns the URL of each by its plain name. */
export async function copyStaticFiles(outDir: string): Promise<Record<string, string>> {
  const sources = { ...fonts }
  for await (const name of new Bun.Glob('**/*').scan(statics)) sources[name] = join(statics, name)
  const named: Record<string, string> = {}
  for (const [name, source] of Object.entries(sources)) {
    const bytes = await Bun.file(source).bytes()
    const file = name.slice(name.lastIndexOf('/') + 1)
    const dot = file.lastIndexOf('.')
    const address = `/a/${file.slice(0, dot)}-${contentHash(bytes)}${file.slice(dot)}`
    named[name] = address
    await Bun.write(outDir + address, bytes)
  }
  return named
}
