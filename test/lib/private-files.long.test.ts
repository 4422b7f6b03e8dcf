import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { giveToOwnerOf, makePrivate, writeAnew } from '../../src/lib/file/private-files.ts'
import { openPlace } from '../../src/platform/backup/place.ts'
import { fixture, uploadTrack } from '../support/casset/upload.ts'
import { testLimitMs } from '../support/limits.ts'
import { doctorOf } from '../support/operate/doctor.ts'
import { runProgram, signUpAt, startProcess, temporaryFolder } from '../support/process.ts'
import { putMigrated } from '../support/server.ts'
import { inTree } from '../support/tree.ts'

setDefaultTimeout(testLimitMs)

const env = { HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'warn' }
const isRoot = process.getuid?.() === 0

const modeOf = (path: string) => (lstatSync(path).mode & 0o777).toString(8)

/** The files of a folder that have another mode than 0700 or 0600. */
const openIn = (dir: string) =>
  ['.', ...readdirSync(dir, { recursive: true, encoding: 'utf8' })]
    .map((name) => join(dir, name))
    .filter((path) => modeOf(path) !== (lstatSync(path).isDirectory() ? '700' : '600'))
    .map((path) => `${path} ${modeOf(path)}`)

describe('Everything in the data folder is for its user alone', () => {
  test.each(['000', '077'])(
    'with umask %s, in a folder that somebody made for all',
    async (umask) => {
      using folder = temporaryFolder()
      const dir = join(folder.path, 'data')
      mkdirSync(dir)
      chmodSync(dir, 0o777)
      await using svc = await startProcess({ dataDir: dir, env: { ...env, PAYMENTS: 'test' }, umask })
      const nova = await signUpAt(svc, 'nova')
      expect((await uploadTrack(svc, nova, await fixture('mp3-cbr.mp3'), 'a.mp3')).status).toBe(201)
      expect(openIn(dir)).toEqual([])
      expect(readdirSync(dir)).toEqual(expect.arrayContaining(['tapedeck.db-wal', 'test-processor.db', 'secrets.json']))
      expect(await svc.end('SIGTERM')).toBe(0)
      expect(openIn(dir)).toEqual([])
    },
    testLimitMs,
  )

  test('from the next start on, where an older version left it open', async () => {
    using folder = temporaryFolder()
    {
      await using svc = await startProcess({ dataDir: folder.path, env: { ...env, PAYMENTS: 'test' } })
      await signUpAt(svc, 'nova')
    }
    for (const name of readdirSync(folder.path, { recursive: true, encoding: 'utf8' })) {
      const path = join(folder.path, name)
      chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644)
    }
    chmodSync(folder.path, 0o755)
    await using svc = await startProcess({ dataDir: folder.path, env: { ...env, PAYMENTS: 'test' } })
    expect(openIn(folder.path)).toEqual([])
    expect(svc.printed()).not.toContain('others may open')
  })

  test.skipIf(!isRoot)('and where it is not ours to close, it is told and served', async () => {
    using folder = temporaryFolder()
    const dir = join(folder.path, 'data')
    mkdirSync(dir)
    chmodSync(dir, 0o777)
    chmodSync(folder.path, 0o755)
    const nobody = 65_534
    const path = join(dir, 'test-processor.db')
    writeFileSync(path, '')
    chmodSync(path, 0o666)
    expect(makePrivate(dir)).toBeTrue()
    chmodSync(dir, 0o777)
    chownSync(dir, nobody, nobody)
    const child = Bun.spawnSync([process.execPath, '-e', probe(dir)], { stdout: 'pipe', stderr: 'pipe' })
    expect([child.stdout.toString(), modeOf(dir)]).toEqual(['false', '777'])
  })

  test('but for a folder that many share, which is not ours to close', () => {
    using folder = temporaryFolder()
    chmodSync(folder.path, 0o1777)
    makePrivate(folder.path)
    expect(statSync(folder.path).mode & 0o7777).toBe(0o1777)
    chmodSync(folder.path, 0o700)
  })
})

/** A program that tries it as a user who does not own the folder. */
const probe = (dir: string) => `
  import { makePrivate } from '${inTree('src/lib/file/private-files.ts')}'
  // It starts inside the folder, since that user may not be let in from above.
  process.chdir('${dir}')
  process.setuid(1234)
  process.stdout.write(String(makePrivate('.')))`

describe('The doctor', () => {
  test('names what others may open, and closes it when asked to; links lead elsewhere', async () => {
    using folder = temporaryFolder()
    const dir = join(folder.path, 'data')
    const given = { ...env, DATA_DIR: dir }
    mkdirSync(dir)
    putMigrated(dir)
    expect((await runProgram(['doctor'], given)).out).toContain('ok    files')
    const other = join(folder.path, 'other')
    writeFileSync(other, 'of somebody else')
    chmodSync(other, 0o644)
    symlinkSync(other, join(dir, 'blobs/link'))
    chmodSync(join(dir, 'tapedeck.db'), 0o640)
    chmodSync(join(dir, 'blobs'), 0o701)
    expect(await doctorOf(dir, {}, 'files')).toEqual({
      name: 'files',
      ok: false,
      // The log takes its mode from the database.
      problem: expect.stringMatching(/^others on this machine may open 4 paths, among them .*\/tapedeck\.db/),
      fix: `tapedeck doctor --fix, or as the user who owns them: chmod -R go= ${dir}`,
    })
    expect((await runProgram(['doctor'], given)).exitCode).toBe(1)
    expect((await runProgram(['doctor', '--fix'], given)).exitCode).toBe(0)
    expect([modeOf(join(dir, 'tapedeck.db')), modeOf(join(dir, 'blobs')), modeOf(other)]).toEqual(['600', '700', '644'])
  })
})

describe('What root writes into a folder of the service', () => {
  const service = 65_534

  test.skipIf(!isRoot)('never gives the service what a link in its place leads to', async () => {
    using folder = temporaryFolder()
    const dir = join(folder.path, 'data')
    const ofRoot = join(folder.path, 'of-root')
    mkdirSync(dir)
    mkdirSync(ofRoot)
    putMigrated(dir)
    chownSync(dir, service, service)
    mkdirSync(join(dir, 'blobs'))
    symlinkSync(ofRoot, join(dir, 'blobs/scratch'))
    const { exitCode } = await runProgram(['backup', join(folder.path, 'site.tar')], { ...env, DATA_DIR: dir })
    expect([exitCode, statSync(ofRoot).uid]).toEqual([0, 0])
    mkdirSync(join(dir, 'made'))
    giveToOwnerOf(dir, join(dir, 'made'))
    expect(statSync(join(dir, 'made')).uid).toBe(service)
  })

  test('replaces a link, and leaves what it leads to as it was', async () => {
    using folder = temporaryFolder()
    const [other, bytes] = [join(folder.path, 'other'), join(folder.path, 'bytes')]
    writeFileSync(other, 'of root')
    writeFileSync(bytes, 'of the service')
    symlinkSync(other, join(folder.path, 'note'))
    writeAnew(join(folder.path, 'note'), 'written')
    symlinkSync(other, join(folder.path, 'key.part'))
    await openPlace({ kind: 'folder', path: folder.path }).put('key', Bun.file(bytes))
    const read = (name: string) => readFileSync(join(folder.path, name), 'utf8')
    expect([read('other'), read('note'), read('key')]).toEqual(['of root', 'written', 'of the service'])
  })
})
