import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { bundleClient } from './build/client.ts'
import { writeLicenses } from './build/licenses.ts'

const root = join(import.meta.dir, '..')

/** Builds the executable, with the program, the browser's files, migrations, wasm and licences inside. */
export async function compileExecutable(outfile: string): Promise<void> {
  const client = join(root, '.build/client')
  await bundleClient({ outDir: client, compress: true })
  await writeLicenses(join(client, 'licenses.txt'))
  await mkdir(join(outfile, '..'), { recursive: true })
  await Bun.build({
    entrypoints: [join(root, 'src/main.ts')],
    target: 'bun',
    minify: true,
    // Bytecode: a third off the start, and off each media child's.
    bytecode: true,
    // Code that only a source tree needs, such as the bundler, is excluded from the executable.
    define: { 'process.env.NODE_ENV': '"production"', 'Bun.isStandaloneExecutable': 'true' },
    compile: { outfile, assets: [client] },
  })
}

if (import.meta.main) {
  const outfile = join(root, 'dist/tapedeck')
  await compileExecutable(outfile)
  console.log(`${outfile}: ${(Bun.file(outfile).size / 1e6).toFixed(1)} MB`)
}
