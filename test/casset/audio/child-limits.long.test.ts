import { expect, spyOn, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runMedia } from '../../../src/casset/audio/ingest/run-media.ts'
import { runPack } from '../../../src/casset/download/pack/run-pack.ts'
import { environmentOf, runLimited } from '../../../src/lib/turn/limited-child.ts'
import { memoryOf } from '../../../src/lib/turn/machine-memory.ts'
import { isRunning } from '../../support/is-running.ts'
import { temporaryFolder } from '../../support/process.ts'
import { inTree } from '../../support/tree.ts'

// The limits that a server gives its children where nobody gives it other ones.
const script = (code: string) => [process.execPath, '-e', code]
const media = (folder: string, code: string) => {
  const paths = { master: join(folder, 'master'), hook: join(folder, 'hook'), play: join(folder, 'play') }
  return runMedia(script(code), { op: 'ingest', ...paths, hookStartSec: null, hookDurationSec: null })
}
const pack = (folder: string, code: string, bytes = 0) => {
  const request = { scratch: folder, zip: join(folder, 'zip'), folder: 'Nova', stampMs: 0, cover: null, files: [] }
  return runPack(script(code), request, bytes)
}

/** Takes so much memory and keeps it for a while; answers like a child that did its work. */
const hungry = (megabytes: number) => `
  const all = []
  for (let n = 0; n < ${megabytes / 16}; n += 1) all.push(new Uint8Array(16 << 20).fill(1))
  await Bun.sleep(400)
  console.log(JSON.stringify({ ok: true, untagged: [], unconverted: [] }), all.length > 0 ? '' : '')`

test('a child that takes more than 700 MB is killed, one that takes less is not', async () => {
  using folder = temporaryFolder()
  expect(await media(folder.path, hungry(800))).toMatchObject({ ok: false, kind: 'memory' })
  expect(await pack(folder.path, hungry(800))).toEqual({ ok: false, kind: 'memory' })
  expect(await pack(folder.path, hungry(320))).toEqual({ ok: true, untagged: [], unconverted: [] })
})

test('a child that needs little memory is told so on a small machine too, and any other what is there', () => {
  const asked = { BUN_JSC_forceRAMSize: '50000000' }
  const toldOf = (mb: number, env?: typeof asked) => Object(environmentOf(env, memoryOf(mb))).BUN_JSC_forceRAMSize
  expect([24_000, 256].map((mb) => toldOf(mb, asked))).toEqual(['50000000', '50000000'])
  expect([24_000, 256].map((mb) => toldOf(mb))).toEqual([undefined, '201326592'])
})

test('where memory runs out the system ends the child first, not the server', async () => {
  const told = script(
    `await Bun.sleep(100); console.log(require('fs').readFileSync('/proc/self/oom_score_adj', 'utf8').trim())`,
  )
  expect(await runLimited({ cmd: told, cpuMs: 10_000, rssMb: 700 })).toEqual({
    kind: 'answer',
    text: '1000\n',
    exitCode: 0,
  })
  expect(readFileSync('/proc/self/oom_score_adj', 'utf8').trim()).not.toBe('1000')
})

test('a child is killed for the processor time that it used, however little time went by, and not for waiting', async () => {
  const loop = { cmd: script('for (;;) {}'), cpuMs: 300, rssMb: 700 }
  expect(await runLimited(loop)).toEqual({ kind: 'expensive' })
  // Where there is no /proc, the limit is the shell's, in whole seconds.
  expect(await runLimited({ ...loop, hasProc: false })).toEqual({ kind: 'expensive' })
  const waits = script('await Bun.sleep(700); console.log("done")')
  expect(await runLimited({ ...loop, cmd: waits, cpuMs: 600 })).toEqual({ kind: 'answer', text: 'done\n', exitCode: 0 })
  expect(await runLimited({ ...loop, cmd: waits, wallMs: 300 })).toEqual({ kind: 'busy' })
})

test('a file may take a minute of processor time and five seconds a megabyte, and ten times as long by the clock', async () => {
  using folder = temporaryFolder()
  const timers = spyOn(globalThis, 'setTimeout')
  await media(folder.path, '')
  await Bun.write(join(folder.path, 'master'), new Uint8Array(30_000_000))
  await media(folder.path, '')
  await pack(folder.path, '', 50_000_000)
  const walls = timers.mock.calls.filter(([, , reason]) => reason === 'busy').map(([, ms]) => ms)
  timers.mockRestore()
  expect(walls).toEqual([600_000, 2_100_000, 700_000])
})

test('a child ends once the process that waits for it was killed', async () => {
  const code = `
    const { endWithParent } = await import(${JSON.stringify(inTree('src/lib/turn/end-with-parent.ts'))})
    endWithParent(process)
    console.log(process.pid)
    setInterval(() => {}, 1_000)`
  const parent = Bun.spawn(
    script(`Bun.spawn(${JSON.stringify(script(code))}, { stdout: 'inherit' }); await new Promise(() => {})`),
    { stdout: 'pipe' },
  )
  const { value } = await parent.stdout.getReader().read()
  const child = Number(new TextDecoder().decode(value))
  expect([child > 1, isRunning(child)]).toEqual([true, true])
  parent.kill('SIGKILL')
  while (isRunning(child)) await Bun.sleep(20)
})
