import { join } from 'node:path'
import { Type as t } from '@sinclair/typebox'
import packageFile from '../../../package.json'
import { jsonReader } from '../../lib/json/json-reader.ts'
import { fontPackages } from './fonts.ts'
import { readBuildSource, sourceText } from './release/build-source.ts'
import { serverBundle } from './server-bundle.ts'
import { clipWorkerEntry } from './worker.ts'

const root = join(import.meta.dir, '../../..')
const rule = `\n\n${'-'.repeat(80)}\n\n`

/** Libraries that are compiled into packages, which do not include the libraries' licence texts. */
const inside = `mpg123, inside @audio/decode-mp3: LGPL 2.1. Sources: https://www.mpg123.de and, as built here,
https://github.com/eshaz/wasm-audio-decoders. It is a separate package in the sources of Tapedeck, so it can be replaced.
TagLib, inside taglib-wasm: LGPL 2.1 or MPL 1.1, taken here under the LGPL. Sources: https://taglib.org and, as built
here, https://github.com/CharlesWiltgen/TagLib-Wasm. It is a separate package too, so it can be replaced.
The decoders are inflated by puff, inside @wasm-audio-decoders/common: Copyright (C) 2002-2013 Mark Adler, zlib licence.
All of them, taglib-wasm and libflacjs have parts of the Emscripten runtime and of musl, both under the MIT licence:`

const compilers = 'Copyright (c) 2010-2014 Emscripten authors, and (c) 2005-2020 Rich Felker, et al. (musl)'

const mit = (holder: string) => `Copyright (c) ${holder}

${mitText}`

const mitText = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions: The above copyright notice and
this permission notice shall be included in all copies or substantial portions of the Software. THE SOFTWARE IS PROVIDED
"AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT
HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE,
ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`

const readManifest = jsonReader(
  'The package.json of a package',
  t.Object({
    name: t.String(),
    version: t.String(),
    license: t.Optional(t.String()),
    author: t.Optional(t.Union([t.String(), t.Object({ name: t.String() })])),
    repository: t.Optional(t.Union([t.String(), t.Object({ url: t.String() })])),
  }),
)
type Work = ReturnType<typeof readManifest> & { text: string }

/** Returns the package folder of a bundled file; null for our own files. */
const packageOf = (path: string) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? null

export async function bundledPackages(): Promise<string[]> {
  const folders = new Set(fontPackages.map((name) => join(root, 'node_modules', name)))
  const bundles = [
    { entrypoint: join(root, 'src/main.ts'), ...serverBundle },
    { entrypoint: join(root, 'public/app.ts'), target: 'browser', external: [], define: {} },
    { entrypoint: clipWorkerEntry, target: 'browser', external: [], define: {} },
  ] as const
  for (const { entrypoint, target, external, define } of bundles) {
    const how = { target, external: [...external], define, root, metafile: true }
    const { metafile } = await Bun.build({ entrypoints: [entrypoint], ...how })
    for (const input of Object.keys(metafile?.inputs ?? {})) {
      const folder = packageOf(join(root, input))
      if (folder !== null) folders.add(folder)
    }
  }
  return [...folders].sort()
}

async function readWork(folder: string): Promise<Work[]> {
  const file = Bun.file(join(folder, 'package.json'))
  if (!(await file.exists())) return []
  const manifest = readManifest(await file.text())
  const names = new Bun.Glob('{LICENSE,LICENCE,COPYING,NOTICE,license,License}*').scan({ cwd: folder, onlyFiles: true })
  const texts: string[] = []
  for (const name of (await Array.fromAsync(names)).sort()) texts.push(await Bun.file(join(folder, name)).text())
  return [{ ...manifest, text: texts.join('\n').trim() }]
}

/** Returns the licence of a package that only names it: MIT's own text, else where to find it. */
function noticeOf({ name, author, license = '' }: Work, works: readonly Work[]): string {
  const holder = typeof author === 'string' ? author : author?.name
  if (/^\(?MIT\b/.test(license)) return mit(holder ?? `the authors of ${name}`)
  const same = works.find((work) => work.license === license && work.text !== '')
  return same ? `The text of this licence is under ${same.name}.` : 'The package adds no text of its licence.'
}

const patches: Readonly<Record<string, string>> = packageFile.patchedDependencies

/** Returns nothing for licences that require none. */
function sourcesOf({ name, version, license = '', repository }: Work): string {
  if (!/\b(?:MPL|LGPL|GPL)\b/.test(license)) return ''
  const written = typeof repository === 'string' ? repository : repository?.url
  const address = written?.replace(/^git\+/, '').replace(/\.git$/, '')
  const patch = patches[`${name}@${version}`]
  const how = patch ? `as used here with our changes, ${patch} in the sources of Tapedeck,` : 'unchanged as used here'
  return `Sources: ${address ?? 'in its npm package'}, and ${how} in the npm package ${name}@${version}.\n`
}

const readText = (name: string) => Bun.file(join(import.meta.dir, `texts/${name}.txt`)).text()

export async function collectLicenses(): Promise<string> {
  const works = (await Promise.all((await bundledPackages()).map(readWork))).flat()
  const parts = works.map((work) => {
    const title = `${work.name} ${work.version} (${work.license ?? 'see below'})`
    return `${title}\n${sourcesOf(work)}${work.text || noticeOf(work, works)}`
  })
  const [bun, xiph, ...gnu] = await Promise.all(['bun', 'xiph', 'lgpl-2.1', 'gpl-3'].map(readText))
  const runtime = `The executable contains the Bun runtime, version ${Bun.version}.\n\n${bun}\n${mit('Jarred Sumner and the authors of Bun')}`
  const compiled = `${inside}\n\n${compilers}\n\n${mitText}`
  const all = [sourceText(readBuildSource()), runtime, compiled, xiph, ...parts, ...gnu].join(rule)
  return `Tapedeck contains the following works of others.\n\n${all}\n`
}

export const writeLicenses = async (path: string) => Bun.write(path, await collectLicenses())
