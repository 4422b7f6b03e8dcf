import { join } from 'node:path'
import { fontPackages } from './static-files.ts'

const root = join(import.meta.dir, '../..')

const runtime = `Bun ${Bun.version}
The executable contains the Bun runtime: MIT licence; it links JavaScriptCore and parts of WebKit (LGPL 2) and the
libraries listed at https://bun.com/docs/project/license, where the sources to relink it with are named too.`

/** The package folder a bundled file belongs to; null for our own files. */
const packageOf = (path: string) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? null

/** Folders of the packages whose code ends up in the executable or in the browser. */
async function bundledPackages(): Promise<Set<string>> {
  const folders = new Set(fontPackages.map((name) => join(root, 'node_modules', name)))
  const bundles = [
    { entrypoints: [join(root, 'src/main.ts')], target: 'bun' },
    { entrypoints: [join(root, 'public/app.ts')], target: 'browser' },
  ] as const
  for (const { entrypoints, target } of bundles) {
    const { metafile } = await Bun.build({ entrypoints: [...entrypoints], target, root, metafile: true })
    for (const input of Object.keys(metafile?.inputs ?? {})) {
      const folder = packageOf(join(root, input))
      if (folder !== null) folders.add(folder)
    }
  }
  return folders
}

async function licenceText(folder: string): Promise<string> {
  const names = new Bun.Glob('{LICENSE,LICENCE,COPYING,NOTICE,license,License}*').scan({ cwd: folder, onlyFiles: true })
  const texts: string[] = []
  for (const name of (await Array.fromAsync(names)).sort())
    texts.push((await Bun.file(join(folder, name)).text()).trim())
  return texts.join('\n\n')
}

/** The licences of everything the executable contains, as one readable text. */
export async function collectLicenses(): Promise<string> {
  const parts: string[] = []
  for (const folder of [...(await bundledPackages())].sort()) {
    const manifest = Bun.file(join(folder, 'package.json'))
    if (!(await manifest.exists())) continue
    const { name, version, license } = await manifest.json()
    const text = await licenceText(folder)
    parts.push(
      `${name} ${version} (${license ?? 'see below'})\n${text || 'The package names its licence without a text.'}`,
    )
  }
  const rule = `\n\n${'-'.repeat(80)}\n\n`
  return `Tapedeck contains the following works of others.\n\n${[runtime, ...parts].join(rule)}\n`
}

/** Writes the same text to a file, making its folder. */
export const writeLicenses = async (path: string) => Bun.write(path, await collectLicenses(), { createPath: true })
