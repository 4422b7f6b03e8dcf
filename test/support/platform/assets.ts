import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { type Assets, loadAssets } from '../../../src/platform/client/assets.ts'
import { clientDir } from '../../../src/platform/client/client-dir.ts'

let loading: Promise<Assets> | undefined

/**
 * The client as the servers under test serve it: bundled once, and only when its sources changed.
 */
export function testAssets(): Promise<Assets> {
  loading ??= clientDir().then(loadAssets)
  return loading
}

/** The scripts of the client: their paths in its folder, and their texts as a browser has them. */
export async function clientScripts(): Promise<{ path: string; text: string }[]> {
  const { manifest } = await testAssets()
  const folder = await clientDir()
  const scripts = Object.entries(manifest.files).filter(([path]) => path.endsWith('.js'))
  const read = async ([path, { packed }]: (typeof scripts)[number]) => {
    const bytes = await Bun.file(join(folder, packed === undefined ? path : `${path}.br`)).bytes()
    return { path, text: (packed === undefined ? Buffer.from(bytes) : brotliDecompressSync(bytes)).toString() }
  }
  return Promise.all(scripts.map(read))
}
