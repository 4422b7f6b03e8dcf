import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import subsetFont from 'subset-font'

const root = join(import.meta.dir, '../../..')
const modules = join(root, 'node_modules')
const kept = join(root, '.build/fonts')
const variable = (pack: string, file: string) => join(modules, '@fontsource-variable', pack, 'files', file)

const anybody = (range: string) => variable('anybody', `anybody-${range}-standard-normal.woff2`)
const familjen = (range: string) => variable('familjen-grotesk', `familjen-grotesk-${range}-wght-normal.woff2`)
const sometype = (range: string) => variable('sometype-mono', `sometype-mono-${range}-wght-normal.woff2`)
const pen = join(modules, '@fontsource/nanum-pen-script/files/nanum-pen-script-latin-400-normal.woff2')

// Letters with accents, which the pen lacks.
const accents = join(modules, '@fontsource/patrick-hand/files/patrick-hand-latin-400-normal.woff2')

/** Files of the typefaces' packages from which fonts are cut; the sources have no fonts. */
const sources: Readonly<Record<string, string>> = {
  'fonts/anybody-core.woff2': anybody('latin'),
  'fonts/anybody-latin.woff2': anybody('latin'),
  'fonts/anybody-latin-ext.woff2': anybody('latin-ext'),
  'fonts/familjen-core.woff2': familjen('latin'),
  'fonts/familjen-latin.woff2': familjen('latin'),
  'fonts/familjen-latin-ext.woff2': familjen('latin-ext'),
  'fonts/sometype-core.woff2': sometype('latin'),
  'fonts/sometype-latin.woff2': sometype('latin'),
  'fonts/sometype-latin-ext.woff2': sometype('latin-ext'),
  'fonts/pen-core.woff2': pen,
  'fonts/pen-latin.woff2': pen,
  'fonts/pen-accents.woff2': accents,
}

export const fontPackages = [
  '@fontsource-variable/anybody',
  '@fontsource-variable/familjen-grotesk',
  '@fontsource-variable/sometype-mono',
  '@fontsource/nanum-pen-script',
  '@fontsource/patrick-hand',
]

/** Each is cut to the characters, weights and widths declared in fonts.css. */
export async function cutFonts(): Promise<Map<string, Uint8Array>> {
  const sheet = await Bun.file(join(root, 'public/styles/fonts.css')).text()
  const fonts = new Map<string, Uint8Array>()
  await mkdir(kept, { recursive: true })
  for (const [, face = ''] of sheet.matchAll(/@font-face \{(.*?)\}/gs)) {
    const name = /url\("(.*?)"\)/.exec(face)?.[1]
    // A font face that names a font of the visitor's machine.
    if (name === undefined) continue
    const source = sources[name]
    if (source === undefined) throw new Error(`fonts.css names ${name}, which has no source`)
    fonts.set(name, await cutFont(source, face))
  }
  return fonts
}

/** Cuts one font; the same cut of the same file is made once, since it takes up to a second. */
async function cutFont(source: string, face: string): Promise<Uint8Array> {
  const bytes = await Bun.file(source).bytes()
  const ranges = /unicode-range:([^;]*)/.exec(face)?.[1]
  if (ranges === undefined) return bytes
  const path = join(kept, `${Bun.hash(bytes, Bun.hash(face)).toString(36)}.woff2`)
  if (await Bun.file(path).exists()) return Bun.file(path).bytes()
  const variationAxes = { ...axis('wght', 'font-weight', face), ...axis('wdth', 'font-stretch', face) }
  const cut = await subsetFont(Buffer.from(bytes), charactersOf(ranges), { targetFormat: 'woff2', variationAxes })
  const aside = `${path}.${Bun.randomUUIDv7()}`
  await Bun.write(aside, cut)
  await rename(aside, path)
  return new Uint8Array(cut)
}

function axis(tag: string, descriptor: string, face: string) {
  const [, min, max = min] = new RegExp(`${descriptor}: (\\d+)%?(?: (\\d+)%?)?;`).exec(face) ?? []
  return min === undefined || max === undefined ? {} : { [tag]: { min: Number(min), max: Number(max) } }
}

function charactersOf(ranges: string): string {
  const codes = [...ranges.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)].flatMap(([, first = '', last = first]) => {
    const from = Number.parseInt(first, 16)
    return Array.from({ length: Number.parseInt(last, 16) - from + 1 }, (_, n) => from + n)
  })
  return String.fromCodePoint(...codes)
}
