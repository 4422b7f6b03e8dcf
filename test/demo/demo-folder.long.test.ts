import { Database } from 'bun:sqlite'
import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { cp } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { chooseDemoFolder } from '../../src/demo/demo-folder.ts'
import { demoAccount } from '../../src/lib/account/demo-account.ts'
import { until } from '../support/casset/upload.ts'
import { testLimitMs } from '../support/limits.ts'
import { startSmtp } from '../support/platform/smtp.ts'
import { runProgram, signUpAt, startProcess, temporaryFolder } from '../support/process.ts'

setDefaultTimeout(testLimitMs)

const made = temporaryFolder()
afterAll(() => made[Symbol.dispose]())

const env = { HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'error' }

/** Everything in a folder, and what each file holds. */
const contentOf = (dir: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(dir, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(join(dir, name)).isFile())
      .toSorted()
      .map((name) => [name, readFileSync(join(dir, name), 'base64')]),
  )

/** Starts a demo, and waits until its cast is in. */
async function demo(DEMO_DIR: string, args: string[] = [], more: Record<string, string> = {}) {
  const given = { ...env, DEMO_DIR, ...more }
  const svc = await startProcess({ dataDir: `${DEMO_DIR}-real`, command: ['demo', ...args], env: given })
  await until(svc.printed, (text) => text.includes('with the password'))
  return svc
}

async function refusal(DEMO_DIR: string, args: string[] = [], more: Record<string, string> = {}) {
  const { exitCode, err } = await runProgram(['demo', ...args], { ...env, DEMO_DIR, ...more })
  expect([exitCode, err]).toEqual([1, expect.stringMatching(/^The configuration cannot be used:\n {2}DEMO_DIR: /)])
  return err
}

const stoppedDemo = join(made.path, 'demo')

/** Puts a demo that was stopped where a test wants one: it is made once. */
async function putStopped(dir: string): Promise<void> {
  if (!existsSync(stoppedDemo)) {
    await using svc = await demo(stoppedDemo)
    await svc.end('SIGTERM')
  }
  await cp(stoppedDemo, dir, { recursive: true })
}

/** Puts the stopped folder of a real deck where a test wants one: it is made once. */
async function putReal(dir: string): Promise<void> {
  const stopped = join(made.path, 'real')
  if (!existsSync(stopped)) {
    await using svc = await startProcess({ dataDir: stopped, env })
    await signUpAt(svc, 'nova')
    await svc.end('SIGTERM')
  }
  await cp(stopped, dir, { recursive: true })
}

const signInAt = async (url: string) => {
  const { email, password } = demoAccount
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ email, password })
  return (await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body })).status
}

describe('The demo', () => {
  test('works in DEMO_DIR, starts over there, and leaves DATA_DIR and all other settings of a real deck alone', async () => {
    using folder = temporaryFolder()
    await using smtp = await startSmtp()
    const real = join(folder.path, 'real')
    await putReal(real)
    const before = contentOf(real)
    const configured = {
      ...smtp.env,
      DATA_DIR: real,
      BASE_URL: 'https://music.example',
      REGISTRATION: 'closed',
      PAYMENTS: 'stripe',
      STRIPE_SECRET_KEY: 'sk_live_abc',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_abc',
      STRIPE_API_BASE: 'http://127.0.0.1:9',
      SESSION_SECRETS: 'a secret of the real deck',
      CURRENCY: 'huf',
    }
    const dir = join(folder.path, 'demo')
    mkdirSync(dir)
    const kept = ['notes.txt', 'blobs/mine.flac', 'uploads/mine.wav', 'mine/song.flac', 'tapedeck.db.bak']
    for (const args of [[], ['--fresh']]) {
      await using svc = await demo(dir, args, configured)
      // Every page says that it is the demo, and with which account it is seen from within.
      for (const path of ['/', '/@mara-velo', '/nothing'])
        expect(await (await fetch(svc.url + path, { headers: { accept: 'text/html' } })).text()).toContain(
          `<b>${demoAccount.email}</b>`,
        )
      expect(await signInAt(svc.url)).toBe(200)
      expect(svc.printed()).toContain(`Open http://localhost:${new URL(svc.url).port} and`)
      const page = await (await svc.fetch('/')).text()
      expect(page).not.toContain('music.example')
      expect(statSync(join(dir, 'test-processor.db')).size).toBeGreaterThan(0)
      if (args.length === 0) {
        await signUpAt(svc, 'visitor')
        expect(await svc.end('SIGTERM')).toBe(0)
        await cp(dir, stoppedDemo, { recursive: true })
        mkdirSync(join(dir, 'mine'))
        for (const name of kept) writeFileSync(join(dir, name), name)
        symlinkSync(folder.path, join(dir, 'mine/up'))
        continue
      }
      // The demo's own files are removed; all else stays and is named.
      for (const name of kept) expect(readFileSync(join(dir, name), 'utf8')).toBe(name)
      const [told = ''] = svc.printed().split('\n')
      expect(told).toStartWith(`No demo made these files in ${dir}, so they stay: `)
      const names = told.split('stay: ')[1]?.split(', ').toSorted()
      expect(names).toEqual(['blobs/mine.flac', 'mine', 'notes.txt', 'tapedeck.db.bak', 'uploads/mine.wav'])
      expect((await svc.fetch('/@visitor')).status).toBe(404)
      expect(await svc.end('SIGTERM')).toBe(0)
    }
    expect(contentOf(real)).toEqual(before)
    expect(smtp.received).toEqual([])
    const secrets: unknown = JSON.parse(readFileSync(join(dir, 'secrets.json'), 'utf8'))
    expect(Reflect.get(Object(secrets), 'session')).not.toBe(configured.SESSION_SECRETS)
  })

  test('refuses a folder that no demo made, also to start over in, and changes nothing in it', async () => {
    using folder = temporaryFolder()
    const real = join(folder.path, 'real')
    await putReal(real)
    const link = join(folder.path, 'link')
    symlinkSync(real, link)
    const other = join(folder.path, 'photos')
    mkdirSync(other)
    writeFileSync(join(other, 'cat.txt'), 'meow')
    const file = join(folder.path, 'file')
    writeFileSync(file, 'no folder')
    const fake = join(folder.path, 'fake')
    mkdirSync(join(fake, '.tapedeck-demo'), { recursive: true })
    const linked = join(folder.path, 'linked')
    mkdirSync(linked)
    symlinkSync(join(other, 'cat.txt'), join(linked, '.tapedeck-demo'))
    const before = contentOf(folder.path)
    const choose = (dir: string, data = join(folder.path, 'data')) => chooseDemoFolder(dir, data)
    for (const dir of [real, link, other, fake, linked, `${real}/../real/.`]) {
      expect(() => choose(dir)).toThrow('no demo made this folder')
    }
    for (const dir of [real, link, join(real, 'x'), join(link, 'x', 'y')]) {
      expect(() => choose(dir, real)).toThrow('it is in DATA_DIR')
      expect(() => choose(dir, link)).toThrow('it is in DATA_DIR')
    }
    const fresh = join(folder.path, 'new')
    expect(() => choose(fresh, join(fresh, 'data'))).toThrow('is in it')
    expect(() => choose('.')).toThrow('it is the current folder')
    expect(() => choose(`../${basename(process.cwd())}/test/..`)).toThrow('it is the current folder')
    expect(() => choose('/')).toThrow('it is the root of the file system')
    expect(() => choose(file)).toThrow('DEMO_DIR must name a folder')
    expect(choose(fresh)).toBe(join(realpathSync(folder.path), 'new'))
    for (const [dir, args] of [
      [real, ['--fresh']],
      [link, ['--fresh']],
      [real, []],
    ] as const) {
      expect(await refusal(dir, [...args])).toContain('no demo made this folder')
    }
    expect(contentOf(folder.path)).toEqual(before)
  })

  test('refuses a marked folder into which a real deck, or a link to one, was put', async () => {
    using folder = temporaryFolder()
    const dir = join(folder.path, 'demo')
    const real = join(folder.path, 'real')
    await putStopped(dir)
    await putReal(real)
    rmSync(join(dir, 'tapedeck.db'))
    await cp(join(real, 'tapedeck.db'), join(dir, 'tapedeck.db'))
    expect(await refusal(dir, ['--fresh'])).toContain('the tapedeck.db in it does not belong to a demo')
    expect(contentOf(dir)['tapedeck.db']).toBe(contentOf(real)['tapedeck.db'])
    rmSync(join(dir, 'tapedeck.db'))
    rmSync(join(dir, 'blobs'), { recursive: true })
    symlinkSync(join(real, 'blobs'), join(dir, 'blobs'))
    writeFileSync(join(real, 'blobs/scratch/half'), 'an upload under way')
    expect(await refusal(dir, ['--fresh'])).toContain('"blobs" in it is a symbolic link')
    expect(readdirSync(join(real, 'blobs/scratch'))).toEqual(['half'])
  })

  test('is not served as a real deck, wherever its database is taken', async () => {
    using folder = temporaryFolder()
    const dir = join(folder.path, 'demo')
    await putStopped(dir)
    const moved = join(folder.path, 'moved')
    await cp(dir, moved, { recursive: true })
    rmSync(join(moved, '.tapedeck-demo'))
    // A child that still plays a tape for the demo that was stopped may write to the other.
    const before = contentOf(moved)
    for (const DATA_DIR of [dir, moved]) {
      for (const args of [['serve'], []]) {
        const { exitCode, err } = await runProgram(args, { ...env, DATA_DIR })
        expect([exitCode, err]).toEqual([1, expect.stringContaining('where a demo is kept')])
      }
    }
    expect(await refusal(moved)).toContain('no demo made this folder')
    expect(contentOf(moved)).toEqual(before)
    const db = new Database(join(moved, 'tapedeck.db'))
    expect(db.query("SELECT email FROM users WHERE role = 'owner'").all()).toEqual([{ email: demoAccount.email }])
    db.close()
  })
})
