import { Database } from 'bun:sqlite'
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrations } from '../../../db/migrations/run.ts'
import { parentIdOf } from '../../../src/operate/upgrade/parent-process.ts'
import { findService, type Service } from '../../../src/operate/upgrade/program/running-site.ts'
import { upgradeProgram } from '../../../src/operate/upgrade/program/upgrade.ts'
import { isRunning } from '../../support/is-running.ts'
import { testLimitMs } from '../../support/limits.ts'
import { compileFormer, keepSending, layFormerSite } from '../../support/operate/former-site.ts'
import { placeExecutable } from '../../support/program.ts'
import { callAt } from '../../support/server.ts'

setDefaultTimeout(testLimitMs)

const folder = mkdtempSync(join(tmpdir(), 'tapedeck-upgrade-back-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const at = (...names: string[]) => join(folder, ...names)
const [installed, dataDir, former] = [at('bin', 'tapedeck'), at('data'), at('former')]
await compileFormer(former)

const holder = () => Object(JSON.parse(readFileSync(join(dataDir, 'lock.json'), 'utf8')))

/**
 * Serves the database of 0.2.0 with an earlier program, which a shell starts in a loop where one is
 * given.
 */
async function serveFormer(startMs = 60_000, loop?: string) {
  const env = await layFormerSite({ former, installed, dataDir })
  const command = loop === undefined ? [installed, 'serve'] : ['sh', '-c', loop]
  const child = Bun.spawn(command, { env, cwd: at('bin'), stderr: 'ignore' })
  while (!existsSync(join(dataDir, 'lock.json'))) await Bun.sleep(20)
  const hands = {
    executable: installed,
    isRoot: false,
    signal: (pid: number, name: NodeJS.Signals) => process.kill(pid, name),
  }
  const find = () => findService(dataDir, hands, { startMs, stopMs: 2_000, againMs: loop === undefined ? 0 : 3_000 })
  const service = find()
  if (!service) {
    child.kill()
    throw new Error('No service was found.')
  }
  return {
    pid: child.pid,
    service,
    /** Puts a program in place of the present one, and returns what it prints. */
    async upgrade(program: string, changes: { service?: Service; trialMs?: number } = {}) {
      const lines: string[] = []
      const candidate = `${installed}.new`
      copyFileSync(program, candidate)
      chmodSync(candidate, 0o755)
      const version = Bun.spawnSync([candidate, '--version']).stdout.toString().trim()
      const print = (line: string) => void lines.push(line)
      const given = {
        executable: installed,
        candidate,
        version,
        dataDir,
        env,
        service: find(),
        pid: process.pid,
        print,
      }
      await upgradeProgram({ ...given, ...changes })
      return lines
    },
    async [Symbol.asyncDispose]() {
      if (loop !== undefined) {
        child.kill('SIGKILL')
        await child.exited
      }
      const { pid } = holder()
      process.kill(pid)
      while (isRunning(pid)) await Bun.sleep(20)
    },
  }
}

const rows = (path: string, query: string) => {
  using db = new Database(path, { readonly: true })
  return db.query(query).values().flat()
}
const steps = 'SELECT name FROM migrations ORDER BY name'

test('a site of 0.2.0 goes to the present form under load and back, and nothing acknowledged is missing; once it lets people in it stays', async () => {
  await using site = await serveFormer()
  const present = at('present')
  await placeExecutable(present)
  const before = rows(join(dataDir, 'tapedeck.db'), steps)
  const people = rows(join(dataDir, 'tapedeck.db'), 'SELECT count(*) FROM users')
  const load = keepSending(dataDir)
  // It starts, brings the database to its own form, and is slow to answer.
  let starts = 0
  const slow: Service = {
    ...site.service,
    async start() {
      const problem = await site.service.start()
      starts += 1
      if (starts === 1) await Bun.sleep(1_000)
      return starts === 1 ? (problem ?? 'it does not answer') : problem
    },
  }
  const taken = await site.upgrade(present, { service: slow }).catch(String)
  expect(taken).toContain('was taken back: it does not answer. The version before serves again.')
  expect(taken).toContain('Nobody was let in meanwhile, so nothing is missing.')
  expect([load.people, starts]).toEqual([[], 2])
  expect(rows(join(dataDir, 'tapedeck.db'), steps)).toEqual(before)
  const failed = join(dataDir, 'upgrade', 'failed', 'tapedeck.db')
  expect(rows(failed, steps)).toEqual(migrations.map(({ name }) => name))
  expect(rows(failed, 'SELECT count(*) FROM users')).toEqual(people)
  const early = load.comments.length
  await Bun.sleep(200)
  expect(load.comments.length).toBeGreaterThan(early)

  // It ends its probation by itself, as it does after five minutes of an upgrade that was halted.
  let isFirst = true
  const halted: Service = {
    ...site.service,
    async start() {
      const problem = await site.service.start()
      if (!isFirst) return problem
      isFirst = false
      rmSync(join(dataDir, 'upgrade', 'probation'))
      while (load.people.length === 0) await Bun.sleep(20)
      return 'it does not answer'
    },
  }
  await site.upgrade(present, { service: halted })
  await Bun.sleep(300)
  await load.end()
  expect(rows(join(dataDir, 'tapedeck.db'), steps)).toEqual(migrations.map(({ name }) => name))
  const said = new Set(rows(join(dataDir, 'tapedeck.db'), 'SELECT id FROM comments'))
  expect(load.comments.filter((id) => !said.has(id))).toEqual([])
  expect(load.people.length).toBeGreaterThan(0)
  const call = callAt(holder().url)
  const sessions = await Promise.all(load.people.map(({ cookie }) => call('GET', '/api/auth/session', { cookie })))
  expect(new Set(sessions.map(({ status }) => status))).toEqual(new Set([200]))
  expect(readdirSync(join(dataDir, 'upgrade'))).not.toContain('probation')
})

const hanging = [
  ['never takes the data folder', 'kill -STOP $$'],
  ['listens, answers nobody and ignores that it should end', `DEAF=1 exec ${former} serve`],
] as const

test.each(hanging)('a version that %s is killed, and the one before serves again', async (_, serve) => {
  await using site = await serveFormer(3_000)
  writeFileSync(
    at('hangs'),
    `#!/bin/sh\ncase $1 in\n--version) echo 9.9.9 ;;\nserve) echo $$ > ${at('pid')}\n${serve} ;;\nesac\n`,
  )
  const taken = await site.upgrade(at('hangs')).catch(String)
  expect(taken).toContain('Version 9.9.9 was taken back: it does not answer within 3 seconds.')
  expect(taken).toContain('The version before serves again.')
  expect(isRunning(Number(readFileSync(at('pid'), 'utf8')))).toBe(false)
  expect(await (await fetch(holder().url)).text()).toBe('well')
  expect(readFileSync(installed).equals(readFileSync(former))).toBe(true)
})

test('a present version that ends late is started again, and nothing takes its place', async () => {
  await using site = await serveFormer()
  writeFileSync(at('later'), '#!/bin/sh\ncase $1 in\n--version) echo 9.9.9 ;;\nesac\n')
  const busy: Service = {
    ...site.service,
    stop() {
      process.kill(site.pid, 'SIGSTOP')
      setTimeout(() => process.kill(site.pid, 'SIGCONT'), 3_000)
      return site.service.stop()
    },
  }
  const given = await site.upgrade(at('later'), { service: busy }).catch(String)
  expect(given).toContain(`Version 9.9.9 did not take its place: process ${site.pid} did not end within 2 seconds.`)
  expect(holder().pid).not.toBe(site.pid)
  expect(await (await fetch(holder().url)).text()).toBe('well')
  expect(readdirSync(at('bin'))).toEqual(['tapedeck'])
})

/** A later version, which is the earlier program in another folder, or ends when it is to serve. */
function placeLater(serve = `exec ${at('real', 'tapedeck')} serve`): string {
  mkdirSync(at('real'), { recursive: true })
  if (!existsSync(at('real', 'tapedeck'))) copyFileSync(former, at('real', 'tapedeck'))
  writeFileSync(at('later'), `#!/bin/sh\ncase $1 in\n--version) echo 9.9.9 ;;\nserve) ${serve} ;;\nesac\n`)
  return at('later')
}

/** Returns which file a process runs. */
const fileOf = (pid: number) => readlinkSync(`/proc/${pid}/exe`).replace(' (deleted)', '')

test.each(['while :; do ./tapedeck serve; done', 'while :; do ./tapedeck serve; sleep 1; done'])(
  'a site that a loop starts again is upgraded and taken back, and the loop alone serves it: %s',
  async (loop) => {
    await using site = await serveFormer(10_000, loop)
    const load = keepSending(dataDir)
    const taken = await site.upgrade(placeLater('exit 7')).catch(String)
    expect(taken).toContain('Version 9.9.9 was taken back: ')
    expect(taken).toContain('The version before serves again.')
    expect([parentIdOf(holder().pid), fileOf(holder().pid)]).toEqual([site.pid, installed])
    const said = await site.upgrade(placeLater())
    expect(said.at(-1)).toBe('sh starts the site whenever it ends, and has started it now.')
    const { pid } = holder()
    expect([parentIdOf(pid), fileOf(pid)]).toEqual([site.pid, at('real', 'tapedeck')])
    const early = load.comments.length
    await Bun.sleep(2_000)
    expect(holder().pid).toBe(pid)
    await load.end()
    expect(load.comments.length).toBeGreaterThan(early)
    const stored = new Set(rows(join(dataDir, 'tapedeck.db'), 'SELECT id FROM comments'))
    expect(load.comments.filter((id) => !stored.has(id))).toEqual([])
  },
)

test('a version that hangs over a copy of the site is told of, and the present one is not stopped', async () => {
  await using site = await serveFormer()
  writeFileSync(at('hangs'), '#!/bin/sh\ncase $1 in\n--version) echo 9.9.9 ;;\n*) kill -STOP $$ ;;\nesac\n')
  const given = await site.upgrade(at('hangs'), { trialMs: 1_000 }).catch(String)
  expect(given).toContain('It does not serve a copy of this site: it did not end within 1 seconds')
  expect(holder().pid).toBe(site.pid)
  expect(readdirSync(at('bin'))).toEqual(['tapedeck'])
})
