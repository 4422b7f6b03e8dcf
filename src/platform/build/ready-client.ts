import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { bundleClient } from './client.ts'
import { contentHash } from './static-files.ts'

const root = join(import.meta.dir, '../../..')
const builds = join(root, '.build')
const kept = 8

async function inputsHash(): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256').update(Bun.version)
  const inputs = await Promise.all(
    ['public/**/*', 'src/lib/**/*.{ts,json}', 'src/platform/build/*.ts', 'patches/*', 'bun.lock'].map((each) =>
      Array.fromAsync(new Bun.Glob(each).scan(root)),
    ),
  )
  for (const path of inputs.flat().sort()) {
    hasher.update(path).update(await Bun.file(join(root, path)).bytes())
  }
  return contentHash(hasher.digest('hex'))
}

/** Deletes old bundles; the newest few may still be served by another process. */
async function sweep(): Promise<void> {
  const names = (await readdir(builds)).filter((name) => name.startsWith('client-'))
  const aged = await Promise.all(names.map(async (name) => ({ name, at: (await stat(join(builds, name))).mtimeMs })))
  for (const { name } of aged.toSorted((a, b) => b.at - a.at).slice(kept)) {
    await rm(join(builds, name), { recursive: true, force: true })
  }
}

/**
 * Returns the folder of the client bundled from the current sources, and bundles it only when they
 * have changed. Concurrent processes each bundle into a temporary folder; the first to finish wins.
 */
export async function readyClient(): Promise<string> {
  const dir = join(builds, `client-${await inputsHash()}`)
  if (await Bun.file(join(dir, 'manifest.json')).exists()) return dir
  const aside = join(builds, `client-${Bun.randomUUIDv7()}`)
  await bundleClient({ outDir: aside, compress: true })
  await rename(aside, dir).catch(() => rm(aside, { recursive: true, force: true }))
  await sweep()
  return dir
}

/** Bundles the client, in a fifth of a second; returns the folder, the last one on failure. */
export async function devClient(): Promise<string> {
  const [dir, aside] = [join(builds, 'dev'), join(builds, `dev-${Bun.randomUUIDv7()}`)]
  try {
    await bundleClient({ outDir: aside, compress: false, isDev: true })
    await rm(dir, { recursive: true, force: true })
    await rename(aside, dir)
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
  return dir
}
