import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { runOnChange } from '../../src/platform/build/run-on-change.ts'
import { isRunning } from '../support/is-running.ts'
import { temporaryFolder } from '../support/process.ts'

test('a changed file is served again after each change, style sheets too, and the service ends with the watcher', async () => {
  using folder = temporaryFolder()
  const starts = join(folder.path, 'starts')
  const watched = join(folder.path, 'watched')
  await Bun.write(join(watched, 'styles/page.css'), 'a {}')
  const script = 'require("node:fs").appendFileSync(process.argv[1], process.pid + "\\n"); setInterval(() => {}, 1e6)'
  const end = runOnChange([process.execPath, '-e', script, starts], [watched])
  const pids = async () => ((await Bun.file(starts).exists()) ? (await Bun.file(starts).text()).trim().split('\n') : [])
  const started = async (count: number) => {
    while ((await pids()).length < count) await Bun.sleep(10)
    return Number((await pids()).at(-1))
  }
  const first = await started(1)
  await Bun.write(join(watched, 'styles/.page.css.swp'), 'x')
  await Bun.sleep(100)
  await Bun.write(join(watched, 'styles/page.css'), 'a { color: red }')
  const second = await started(2)
  expect([await pids(), isRunning(first), isRunning(second)]).toEqual([[String(first), String(second)], false, true])
  await end()
  expect(isRunning(second)).toBe(false)
})
