import { Database } from 'bun:sqlite'
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packTar } from 'modern-tar'
import { readSigningKey, signatureOf } from '../../../src/platform/build/release/signing-key.ts'
import { hostTarget } from '../../../src/platform/build/release/targets.ts'
import { cookieOf, signUpBody } from '../../support/account/account.ts'
import { testLimitMs } from '../../support/limits.ts'
import { placeExecutable } from '../../support/program.ts'
import { freePort } from '../../support/room/redis.ts'
import { callAt } from '../../support/server.ts'
import { inTree } from '../../support/tree.ts'

setDefaultTimeout(testLimitMs)

const folder = mkdtempSync(join(tmpdir(), 'tapedeck-upgrade-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const at = (...names: string[]) => join(folder, ...names)
const [installed, real, dataDir] = [at('bin/tapedeck'), at('real/tapedeck'), at('data')]
mkdirSync(at('real'))
await placeExecutable(real)
const nobody = 65_534
// A sign-up costs a hash: more of them a second would take most of the processor.
const pauseMs = 50
const publicKey = inTree('test/fixtures/minisign/release.pub')
const key = readSigningKey(readFileSync(inTree('test/fixtures/minisign/release.key'), 'utf8'))

/**
 * A download of a later version: this very program under another version, or another one for one of
 * its commands, as the lines of a shell say. It has at least so many bytes.
 */
async function download(version: string, lines = '', content = hostTarget, bytes = 0): Promise<string> {
  const program = `#!/bin/sh\ncase "$1" in\n--version) echo ${version}; exit ;;\n${lines}\nesac\nexec ${real} "$@"\n`
  const name = `tapedeck-${version}-${hostTarget}/tapedeck`
  const tar = await packTar([
    { header: { name, size: program.length, mode: 0o755, type: 'file' }, body: program },
    { header: { name: 'LICENSES', size: bytes, type: 'file' }, body: new Uint8Array(bytes) },
  ])
  const file = Bun.gzipSync(Buffer.from(tar), { level: bytes === 0 ? 6 : 0 })
  const path = at(`tapedeck-${version}-${content}.tar.gz`)
  writeFileSync(path, file)
  writeFileSync(`${path}.minisig`, signatureOf(key, file, `tapedeck ${version} ${content}`))
  return path
}

async function upgrade(path: string, named = publicKey, meanwhile?: (pid: number) => Promise<void>) {
  const child = Bun.spawn([installed, 'upgrade', path, '--key', named], {
    env: { DATA_DIR: dataDir, PATH: Bun.env.PATH ?? '' },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    meanwhile?.(child.pid),
  ])
  return { exitCode: await child.exited, out, err }
}

/**
 * Starts the installed program, and people who sign up all the time, until they are told to stop.
 */
async function serveUnderLoad() {
  rmSync(at('data'), { recursive: true, force: true })
  mkdirSync(at('bin'), { recursive: true })
  rmSync(installed, { force: true })
  linkSync(real, installed)
  mkdirSync(dataDir)
  // Root upgrades a service of another user, as many do; nobody else can play two users.
  const user = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
  if (user.uid !== undefined) {
    chownSync(dataDir, nobody, nobody)
    for (const path of [folder, at('bin'), at('real'), real]) chmodSync(path, 0o755)
  }
  const child = Bun.spawn([installed, 'serve'], {
    env: { DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: String(freePort()), LOG_LEVEL: 'silent' },
    stdout: 'ignore',
    stderr: 'ignore',
    ...user,
  })
  const holder = () => Object(JSON.parse(readFileSync(join(dataDir, 'lock.json'), 'utf8')))
  const url = async () => {
    for (;;) {
      if (existsSync(join(dataDir, 'lock.json')) && holder().url !== undefined) return String(holder().url)
      await Bun.sleep(20)
    }
  }
  const acknowledged: string[] = []
  const visits = { answered: 0, refused: 0, longestMs: 0 }
  let isOver = false
  let current = await url()
  const signingUp = (async () => {
    for (let n = 0; !isOver; n += 1, await Bun.sleep(pauseMs)) {
      const answer = await callAt(current)('POST', '/api/auth/signup', { body: signUpBody(`fan${n}`) }).catch(
        () => undefined,
      )
      if (answer?.status === 201) acknowledged.push(cookieOf(answer))
      else
        await url().then(
          (found) => (current = found),
          () => Bun.sleep(20),
        )
    }
  })()
  const visiting = (async () => {
    for (; !isOver; await Bun.sleep(pauseMs)) {
      const from = performance.now()
      // Each by a connection of its own.
      const answer = await fetch(`${current}/app.webmanifest`, { headers: { connection: 'close' } }).catch(
        () => undefined,
      )
      if (answer?.status === 200) visits.answered += 1
      else visits.refused += 1
      visits.longestMs = Math.max(visits.longestMs, performance.now() - from)
    }
  })()
  return {
    acknowledged,
    visits,
    url,
    pid: () => Number(holder().pid),
    async end() {
      isOver = true
      await Promise.all([signingUp, visiting])
    },
    async [Symbol.asyncDispose]() {
      isOver = true
      if (existsSync(join(dataDir, 'lock.json'))) {
        const pid = Number(holder().pid)
        process.kill(pid)
        // Its file cannot be written to as long as it runs.
        while (existsSync(`/proc/${pid}`) && !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z '))
          await Bun.sleep(20)
      }
      child.kill()
      await child.exited
    },
  }
}

/** Returns what the site says to each of those whose sign-up it acknowledged. */
const sessions = (url: string, cookies: readonly string[]) =>
  Promise.all(cookies.map(async (cookie) => (await callAt(url)('GET', '/api/auth/session', { cookie })).status))

test('an upgrade under load tries, swaps and starts, and every acknowledged sign-up is there', async () => {
  await using svc = await serveUnderLoad()
  const former = svc.pid()
  const { exitCode, out, err } = await upgrade(await download('0.9.0'))
  expect([exitCode, err]).toEqual([0, ''])
  expect(out).toContain('Version 0.9.0 serves a copy of the site.')
  expect(out).toEndWith('It serves the site, and answers.\n')
  await Bun.sleep(300)
  await svc.end()
  expect(svc.pid()).not.toBe(former)
  // A visit may be lost that the system accepted for a program that was ending.
  expect([svc.visits.refused < 3, svc.visits.answered > 50]).toEqual([true, true])
  expect(statSync(`/proc/${svc.pid()}`).uid).toBe(statSync(dataDir).uid)
  expect(svc.acknowledged.length).toBeGreaterThan(1)
  expect(new Set(await sessions(await svc.url(), svc.acknowledged))).toEqual(new Set([200]))
  expect(readFileSync(installed, 'utf8')).toStartWith('#!/bin/sh')
  expect(readdirSync(at('bin')).toSorted()).toEqual(['tapedeck', 'tapedeck.previous'])
  expect(readdirSync(join(dataDir, 'upgrade'))).toEqual(['before'])
})

test('a version that changes the database and then does not answer is taken back, database and all', async () => {
  await using svc = await serveUnderLoad()
  // The new version adds a step that this program does not know, so this program could not open the
  // database any more.
  const step = `const { Database } = require('bun:sqlite'); new Database(process.env.DATA_DIR + '/tapedeck.db').run("INSERT INTO migrations VALUES ('9999_later', 1)")`
  // The service's user may not be let into the home that has the Bun of these tests.
  const bun = `BUN_BE_BUN=1 ${real} -e '${step.replaceAll("'", `'\\''`)}'`
  const path = await download('0.9.1', `__try) ${bun}; exit ;;\nserve) ${bun} && exit 7; exit 1 ;;`)
  const { exitCode, out, err } = await upgrade(path)
  expect(exitCode).toBe(1)
  expect(err).toStartWith('Version 0.9.1 was taken back: it ended with 7. The version before serves again.\n\n')
  expect(err).toContain('The database is as it was when the old version stopped.')
  expect(err).toContain(`As the new one left it, it is in ${join(dataDir, 'upgrade', 'failed')}: for whoever looks`)
  expect(out).toContain('It brings the database 1 steps on.')
  await Bun.sleep(300)
  await svc.end()
  expect(new Set(await sessions(await svc.url(), svc.acknowledged))).toEqual(new Set([200]))
  expect(readFileSync(installed).equals(readFileSync(real))).toBe(true)
  expect(readdirSync(at('bin'))).toEqual(['tapedeck'])
  expect(readdirSync(join(dataDir, 'upgrade', 'failed'))).toContain('tapedeck.db')
})

test.skipIf(Bun.which('mkfifo') === null)(
  'a pipe in the place of a file is no file, and nobody waits for it',
  async () => {
    const pipe = at('pipe.tar.gz')
    Bun.spawnSync(['mkfifo', pipe])
    writeFileSync(`${pipe}.minisig`, 'x')
    await using svc = await serveUnderLoad()
    const refused = { exitCode: 1, err: expect.stringContaining(`There is no file ${pipe}.`) }
    expect(await upgrade(pipe)).toMatchObject(refused)
    await svc.end()
  },
)

test('a file for other machines, an older, an altered or another signer’s one, and one that does not work change nothing', async () => {
  await using svc = await serveUnderLoad()
  const pid = svc.pid()
  const altered = await download('0.9.2')
  writeFileSync(altered, Bun.gzipSync('another'))
  const other = inTree('test/fixtures/minisign/other.pub')
  const unsigned = at('unsigned.tar.gz')
  writeFileSync(unsigned, 'x')
  const refusals: [string, { exitCode: number; err: string }][] = [
    ['is for plan9-mips, and this Tapedeck is for', await upgrade(await download('0.9.3', '', 'plan9-mips'))],
    ['only a newer one takes its place', await upgrade(await download('0.1.0'))],
    ['The file is not the one that was signed.', await upgrade(altered)],
    ['It is signed with the key', await upgrade(await download('0.9.4'), other)],
    ['There is no file', await upgrade(unsigned)],
    [
      'It does not serve a copy of this site: broken',
      await upgrade(await download('0.9.5', '__try) echo broken; exit 1 ;;')),
    ],
    ['It says that it is version 0.9.7', await upgrade(await download('0.9.6', '').then((path) => mislabelled(path)))],
  ]
  using busy = new Database(join(dataDir, 'upgrade.db'))
  busy.run('BEGIN IMMEDIATE')
  refusals.push(['Another upgrade is at work here.', await upgrade(await download('0.9.8'))])
  for (const [words, { exitCode, err }] of refusals)
    expect([exitCode, err]).toEqual([1, expect.stringContaining(words)])
  await svc.end()
  expect(svc.pid()).toBe(pid)
  expect(readdirSync(at('bin'))).toEqual(['tapedeck'])
  expect(new Set(await sessions(await svc.url(), svc.acknowledged))).toEqual(new Set([200]))
})

/** Returns whether a process has a file open; undefined once it has ended. */
function hasOpen(pid: number, path: string): boolean | undefined {
  const linkOf = (fd: string) => readlinkSync(`/proc/${pid}/fd/${fd}`)
  try {
    return readdirSync(`/proc/${pid}/fd`).some((fd) => {
      try {
        return linkOf(fd) === path
      } catch {
        return false
      }
    })
  } catch {
    return undefined
  }
}

test('the file that was verified is the one that runs, whoever replaces it once it has been opened', async () => {
  await using svc = await serveUnderLoad()
  const [foreign, ran] = [at('foreign.tar.gz'), at('bin', 'foreign-ran')]
  let isReplaced = false
  // On a busy machine the file may be read before it was seen open: then another version comes.
  for (let minor = 1; !isReplaced; minor += 1) {
    renameSync(await download(`0.9${minor}.0`, `__try) touch ${ran}; exit ;;`), foreign)
    const path = await download(`0.9${minor}.0`, '', hostTarget, 100_000_000)
    const { out, err } = await upgrade(path, publicKey, async (pid) => {
      for (let isOpen = hasOpen(pid, path); isOpen !== undefined && !isReplaced; isOpen = hasOpen(pid, path)) {
        if (isOpen) renameSync(foreign, path)
        isReplaced = isOpen
        await Bun.sleep(1)
      }
    })
    expect([existsSync(ran), err]).toEqual([false, ''])
    expect(out).toContain(`is version 0.9${minor}.0 now`)
  }
  expect(readdirSync(at('bin')).toSorted()).toEqual(['tapedeck', 'tapedeck.previous'])
  await svc.end()
})

/** Signs a download as one version that says it is another. */
async function mislabelled(path: string): Promise<string> {
  const file = readFileSync(await download('0.9.7'))
  writeFileSync(path, file)
  writeFileSync(`${path}.minisig`, signatureOf(key, file, `tapedeck 0.9.6 ${hostTarget}`))
  return path
}
