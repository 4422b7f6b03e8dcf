import { expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lockFolder } from '../../src/operate/site-folder/lock-folder.ts'
import { testLimitMs } from '../support/limits.ts'
import { runProgram, signUpAt, startProcess, temporaryFolder } from '../support/process.ts'

setDefaultTimeout(testLimitMs)

const env = { HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'error' }

/**
 * The folder as it looks from outside: each name with its size and the time it was last written.
 */
const lookOf = (dir: string) =>
  readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map((name) => [name, statSync(join(dir, name)).size, statSync(join(dir, name)).mtimeMs])

/** The same once a process has done what it does after its start. */
async function settledLook(dir: string) {
  let look = lookOf(dir)
  for (let same = 0; same < 5; ) {
    await Bun.sleep(50)
    const next = lookOf(dir)
    same = Bun.deepEquals(look, next) ? same + 1 : 0
    look = next
  }
  return look
}

test('a second process is told who serves the folder, and touches nothing', async () => {
  using folder = temporaryFolder()
  await using first = await startProcess({ dataDir: folder.path, env })
  writeFileSync(join(folder.path, 'blobs/scratch/half'), 'an upload under way')
  const before = await settledLook(folder.path)
  for (const args of [['serve'], []]) {
    const second = await runProgram(args, { ...env, DATA_DIR: folder.path })
    expect([second.exitCode, second.out]).toEqual([1, ''])
    expect(second.err).toMatch(
      new RegExp(
        `^${folder.path} is in use: process ${first.pid} has served it since 20\\S+Z\\. ` +
          'Stop it first\\. If it is stopping already, try again in ten seconds\\.\n$',
      ),
    )
  }
  expect(lookOf(folder.path)).toEqual(before)
  await signUpAt(first, 'nova')
})

test('the lock ends with its process: after kill -9 the next one starts at once, after SIGTERM too', async () => {
  using folder = temporaryFolder()
  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    await using svc = await startProcess({ dataDir: folder.path, env })
    // Nothing waits for the end, so the next process finds this one ending.
    void svc.end(signal)
    await using next = await startProcess({ dataDir: folder.path, env })
    expect((await next.fetch('/healthz')).status).toBe(200)
  }
})

test('commands that only look go on beside a serving process', async () => {
  using folder = temporaryFolder()
  await using svc = await startProcess({ dataDir: folder.path, env })
  await signUpAt(svc, 'nova')
  const given = { ...env, DATA_DIR: folder.path }
  expect((await runProgram(['doctor'], given)).out).toContain('All checks passed.')
  expect((await runProgram(['owner', 'nova@example.org'], given)).out).toContain('is the owner now')
  const second = await runProgram(['serve'], given)
  expect(second.exitCode).toBe(1)
})

test('a demo is started over only when it does not run', async () => {
  using folder = temporaryFolder()
  const given = { ...env, DEMO_DIR: join(folder.path, 'demo') }
  await using first = await startProcess({ dataDir: join(folder.path, 'real'), command: ['demo'], env: given })
  for (const args of [['demo'], ['demo', '--fresh']]) {
    const second = await runProgram(args, given)
    expect([second.exitCode, second.err]).toEqual([1, expect.stringContaining(`process ${first.pid} has served it`)])
  }
  expect((await first.fetch('/@mara-velo')).status).not.toBe(500)
  expect(existsSync(join(given.DEMO_DIR, 'tapedeck.db'))).toBeTrue()
})

test('a lock that was let go leaves no name behind, and is free again', () => {
  using folder = temporaryFolder()
  const lock = lockFolder(folder.path, 7)
  expect(() => lockFolder(folder.path, 8)).toThrow('process 7 has served it')
  lock.release()
  expect(readdirSync(folder.path)).toEqual(['lock.db'])
  lockFolder(folder.path, 8).release()
})
