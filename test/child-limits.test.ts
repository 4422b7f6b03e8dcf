import { afterAll, afterEach, expect, spyOn, test } from 'bun:test'
import { join } from 'node:path'
import { runMedia } from '../src/audio/ingest/run-media.ts'
import { runPack } from '../src/download/run-pack.ts'
import { temporaryFolder } from './support/process.ts'

// What a server gives its children where nobody gives it other limits.
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
  console.log(JSON.stringify({ ok: true, untagged: [] }), all.length > 0 ? '' : '')`

const timers = spyOn(globalThis, 'setTimeout')
afterEach(() => void timers.mockClear())
afterAll(() => timers.mockRestore())
/** How long children were given since the last test. */
const limits = () => timers.mock.calls.filter(([, , reason]) => reason === 'timeout').map(([, ms]) => ms)

test('a child that takes more than 700 MB is killed, one that takes less is not', async () => {
  using folder = temporaryFolder()
  expect(await media(folder.path, hungry(800))).toMatchObject({ ok: false, kind: 'memory' })
  expect(await pack(folder.path, hungry(800))).toEqual({ ok: false, kind: 'crashed' })
  expect(await pack(folder.path, hungry(480))).toEqual({ ok: true, untagged: [] })
})

test('a child has 20 seconds for an ordinary file, a second more for each megabyte over ten, a minute for a download', async () => {
  using folder = temporaryFolder()
  await media(folder.path, '')
  await Bun.write(join(folder.path, 'master'), new Uint8Array(1_000_000))
  await media(folder.path, '')
  await Bun.write(join(folder.path, 'master'), new Uint8Array(12_000_000))
  await media(folder.path, '')
  await pack(folder.path, '')
  await pack(folder.path, '', 50_000_000)
  expect(limits()).toEqual([20_000, 20_000, 22_000, 60_000, 70_000])
})
