import { readFileSync } from 'node:fs'

const pack = ({ path }: { path: string }) => ({
  contents: Bun.zstdCompressSync(readFileSync(path), { level: 19 }),
  loader: 'file' as const,
})

/**
 * Packs the largest files of an executable as Zstandard: the translations, which `readTable`
 * unpacks, and what draws share pictures, whose package's loader does.
 */
export const packedFiles: Bun.BunPlugin = {
  name: 'packed-files',
  setup(build) {
    build.onLoad({ filter: /\/language\/tables\/\w+\.json$/ }, pack)
    build.onLoad({ filter: /\/takumi_wasm_bg\.wasm$/ }, pack)
    build.onLoad({ filter: /@takumi-rs\/wasm\/bundlers\/bun\.mjs$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8')
      const contents = source.replace(
        'await Bun.file(new URL(wasmPath, import.meta.url)).arrayBuffer()',
        'await Bun.zstdDecompress(await Bun.file(new URL(wasmPath, import.meta.url)).bytes())',
      )
      if (contents === source) throw new Error(`${path} loads its WebAssembly in another way than it did`)
      return { contents, loader: 'js' }
    })
  },
}
