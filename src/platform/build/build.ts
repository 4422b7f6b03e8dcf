import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readBuildSource, writeSourceArchive } from './build-source.ts'
import { bundleClient } from './client.ts'
import { writeLicenses } from './licenses.ts'
import { serverBundle } from './server-bundle.ts'

const root = join(import.meta.dir, '../../..')

/** Builds the executable, with the program, the browser's files, migrations, wasm and licences inside. */
export async function compileExecutable(outfile: string): Promise<void> {
  const client = join(root, '.build/client')
  await bundleClient({ outDir: client, compress: true })
  await writeLicenses(join(client, 'licenses.txt'))
  await mkdir(join(outfile, '..'), { recursive: true })
  await Bun.build({
    ...serverBundle,
    external: [...serverBundle.external],
    entrypoints: [join(root, 'src/main.ts')],
    minify: true,
    // Bytecode: a third off the start, and off each media child's.
    bytecode: true,
    compile: { outfile, assets: [client] },
  })
}

if (import.meta.main) {
  const outfile = join(root, 'dist/tapedeck')
  await compileExecutable(outfile)
  console.log(`${outfile}: ${(Bun.file(outfile).size / 1e6).toFixed(1)} MB`)
  const archive = writeSourceArchive(dirname(outfile), readBuildSource())
  console.log(archive ?? 'No source archive: it is made of a commit, and these sources have changes or no repository.')
}
