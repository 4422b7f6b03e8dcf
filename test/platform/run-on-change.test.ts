import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { isSeenByBundling, runOnChange } from '../../src/platform/build/run-on-change.ts'
import { openDevAssets } from '../../src/platform/client/dev-assets.ts'
import { isRunning } from '../support/is-running.ts'
import { testAssets } from '../support/platform/assets.ts'
import { temporaryFolder } from '../support/process.ts'

test('a changed file starts the program again but for styles and islands, and the program ends with the watcher', async () => {
  using folder = temporaryFolder()
  const starts = join(folder.path, 'starts')
  const watched = join(folder.path, 'watched')
  const others = ['public/styles/page.css', 'public/islands/tracks.tsx', 'src/.app.ts.swp']
  for (const name of ['src/app.ts', ...others]) await Bun.write(join(watched, name), 'a')
  const script = 'require("node:fs").appendFileSync(process.argv[1], process.pid + "\\n"); setInterval(() => {}, 1e6)'
  const end = runOnChange([process.execPath, '-e', script, starts], [watched])
  const pids = async () => ((await Bun.file(starts).exists()) ? (await Bun.file(starts).text()).trim().split('\n') : [])
  const started = async (count: number) => {
    while ((await pids()).length < count) await Bun.sleep(10)
    return Number((await pids()).at(-1))
  }
  const first = await started(1)
  for (const name of others) await Bun.write(join(watched, name), 'b')
  await Bun.sleep(100)
  await Bun.write(join(watched, 'src/app.ts'), 'b')
  const second = await started(2)
  expect([await pids(), isRunning(first), isRunning(second)]).toEqual([[String(first), String(second)], false, true])
  await end()
  expect(isRunning(second)).toBe(false)
})

test('a style or an island that changed is served without another start, and one with a fault changes nothing', async () => {
  using folder = temporaryFolder()
  const watched = join(folder.path, 'public')
  for (const name of ['styles/page.css', 'islands/tracks.tsx']) await Bun.write(join(watched, name), 'a')
  const { manifest } = await testAssets()
  let bundles = 0
  let isBroken = false
  const failures: unknown[] = []
  const bundle = async () => {
    bundles += 1
    if (isBroken) throw new Error('This island cannot be read.')
    const dir = join(folder.path, `client-${bundles}`)
    await Bun.write(join(dir, manifest.sheets.app), 'a {}')
    await Bun.write(join(dir, 'manifest.json'), JSON.stringify({ ...manifest, files: {}, build: `build ${bundles}` }))
    return dir
  }
  using assets = await openDevAssets(watched, bundle, (error) => failures.push(error))
  const write = (name: string) => Bun.write(join(watched, name), `${bundles}`)
  const served = async (before: string) => {
    while (assets.manifest.build === before) await Bun.sleep(10)
  }
  expect(assets.manifest.build).toBe('build 1')
  await write('styles/page.css')
  await served('build 1')
  isBroken = true
  const { build } = assets.manifest
  await write('islands/tracks.tsx')
  while (failures.length === 0) await Bun.sleep(10)
  expect([assets.manifest.build, assets.url('icon.svg')]).toEqual([build, manifest.named['icon.svg'] ?? ''])
  isBroken = false
  await write('islands/tracks.tsx')
  await served(build)
  // Other code needs another start. One save may be told twice: the bundles are not counted.
  expect(isSeenByBundling(join(watched, 'player/deck.tsx'))).toBe(false)
})
