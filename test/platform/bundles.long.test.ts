import { expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import packageFile from '../../package.json'
import { bundleClient } from '../../src/platform/build/client.ts'
import { serverBundle } from '../../src/platform/build/server-bundle.ts'
import { loadAssets } from '../../src/platform/client/assets.ts'
import { clientDir } from '../../src/platform/client/client-dir.ts'
import { allSources } from '../support/sources.ts'
import { inTree } from '../support/tree.ts'

const sources = await allSources()

// The bundler's report of the program and all that it loads.
const { metafile } = await Bun.build({
  ...serverBundle,
  external: [...serverBundle.external],
  plugins: [...serverBundle.plugins],
  entrypoints: [inTree('src/main.ts')],
  metafile: true,
})

test('code that only a browser runs is not in the program, and every package is used by something', () => {
  const inside = Object.keys(metafile?.inputs ?? {}).filter((path) =>
    /node_modules\/(tus-js-client|combine-errors|lodash\._|proper-lockfile|url-parse)/.test(path),
  )
  expect(inside).toEqual([])
  expect(packageFile.devDependencies).not.toHaveProperty('autocannon')
})

test('modules that a start of the program does not need are loaded when they are needed', () => {
  const inputs = metafile?.inputs ?? {}
  const loaded = new Set(Object.keys(inputs).filter((path) => path.endsWith('src/operate/command/start-serving.ts')))
  for (const path of loaded) {
    for (const { path: imported, kind } of inputs[path]?.imports ?? []) {
      if (kind !== 'dynamic-import') loaded.add(imported)
    }
  }
  const heavy = /node_modules\/(?:nodemailer|@tus|taglib-wasm|mediabunny|web-push)\/|^(?:node:)?(?:https?|http2|tls)$/
  expect([loaded.size > 1_000, [...loaded].filter((path) => heavy.test(path))]).toEqual([true, []])
  const made = sources.filter(({ code }) => /^(?:export )?const \w+ = new Intl\./m.test(code))
  expect(made.map(({ path }) => path)).toEqual([])
})

test('the client is bundled once for the same sources, and alike each time', async () => {
  const dir = await clientDir()
  expect(await clientDir()).toBe(dir)
  const outDir = await mkdtemp(join(tmpdir(), 'tapedeck-client-'))
  try {
    const again = await bundleClient({ outDir, compress: false })
    const { manifest } = loadAssets(dir)
    expect(Object.keys(again.files).sort()).toEqual(Object.keys(manifest.files).sort())
    expect(again.build).toBe(manifest.build)
  } finally {
    await rm(outDir, { recursive: true })
  }
})
