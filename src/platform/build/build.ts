import { cp, mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Built, version } from '../version.ts'
import { bundleClient } from './client.ts'
import { writeLicenses } from './licenses.ts'
import { readyClient } from './ready-client.ts'
import { readBuildSource, writeSourceArchive } from './release/build-source.ts'
import { hostTarget } from './release/targets.ts'
import { serverBundle } from './server-bundle.ts'

const root = join(import.meta.dir, '../../..')

/**
 * Makes the browser's files and the licences, which every executable contains, and returns their
 * folder. The client is copied from the folder `ready`, or bundled if there is none.
 */
export async function prepareAssets(ready?: string): Promise<string> {
  const client = join(root, '.build/client')
  if (ready === undefined) await bundleClient({ outDir: client, compress: true })
  else {
    await rm(client, { recursive: true, force: true })
    await cp(ready, client, { recursive: true })
  }
  await writeLicenses(join(client, 'licenses.txt'))
  return client
}

/**
 * The target of an executable: a target with its runtime's file, instead of this machine and the
 * runtime that builds. `entry` is another program than the product, for measurements.
 */
type Compiling = {
  client: string
  built: Built
  foreign?: { target: Bun.Build.CompileTarget; executablePath: string }
  entry?: string
}

/** Compiles the program with everything inside it into one file. */
export async function compileProgram(outfile: string, { client, built, foreign, entry }: Compiling): Promise<void> {
  await mkdir(join(outfile, '..'), { recursive: true })
  await Bun.build({
    ...serverBundle,
    external: [...serverBundle.external],
    plugins: [...serverBundle.plugins],
    define: { ...serverBundle.define, BUILT: JSON.stringify(built) },
    entrypoints: [entry ?? join(root, 'src/main.ts')],
    minify: true,
    // Bytecode: a third off the start, and off each media child's.
    bytecode: true,
    compile: { outfile, assets: [client], ...foreign },
  })
}

export async function compileExecutable(outfile: string): Promise<void> {
  const built: Built = { version, target: hostTarget, releaseKey: null }
  await compileProgram(outfile, { client: await prepareAssets(await readyClient()), built })
}

if (import.meta.main) {
  const outfile = join(root, 'dist/tapedeck')
  await compileExecutable(outfile)
  console.log(`${outfile}: ${(Bun.file(outfile).size / 1e6).toFixed(1)} MB`)
  const archive = writeSourceArchive(dirname(outfile), readBuildSource())
  console.log(archive ?? 'No source archive: it is made of a commit, and these sources have changes or no repository.')
}
