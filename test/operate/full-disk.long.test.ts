import { Database } from 'bun:sqlite'
import { expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { testLimitMs } from '../support/limits.ts'
import { downloadLater, releaseKeyFile } from '../support/operate/later-version.ts'
import { runLimited, signUpAt, startProcess, temporaryFolder } from '../support/process.ts'
import { placeExecutable, program } from '../support/program.ts'
import { inTree } from '../support/tree.ts'

setDefaultTimeout(testLimitMs)

const limit = 400_000
// When the system says that a file is too large, SQLite reports a disk error.
const inWords = /^.+ cannot be used: the disk (is full|refused to work \(SQLITE_IOERR_WRITE\))\. .+\n?$/

test('an upgrade for which the disk has no room says so, leaves nothing behind, and the site goes on', async () => {
  using folder = temporaryFolder()
  const at = (...names: string[]) => join(folder.path, ...names)
  mkdirSync(at('bin'))
  await placeExecutable(at('bin/tapedeck'))
  await using svc = await startProcess({ dataDir: at('data'), executable: at('bin/tapedeck') })
  const ada = await signUpAt(svc, 'ada')
  const before = readFileSync(at('bin/tapedeck'))
  // The first does not fit itself; beside the second the copy of the site does not.
  for (const [version, bytes] of [
    ['0.9.0', 2 * limit],
    ['0.9.1', 0],
  ] as const) {
    const path = await downloadLater(folder.path, at('bin/tapedeck'), version, bytes)
    const command = [at('bin/tapedeck'), 'upgrade', path, '--key', releaseKeyFile]
    const { exitCode, out, err } = await runLimited(command, { DATA_DIR: at('data'), PATH: Bun.env.PATH ?? '' }, limit)
    expect([version, exitCode, out, err]).toEqual([version, 1, '', expect.stringMatching(inWords)])
  }
  expect(readdirSync(at('bin'))).toEqual(['tapedeck'])
  expect(readFileSync(at('bin/tapedeck')).equals(before)).toBe(true)
  expect(readdirSync(at('data/upgrade'))).toEqual([])
  expect((await svc.call('GET', '/api/auth/session', { cookie: ada.cookie })).status).toBe(200)
})

test('a backup for which the disk has no room says so, leaves no part of one, and none of the older ones goes', async () => {
  using folder = temporaryFolder()
  const at = (...names: string[]) => join(folder.path, ...names)
  mkdirSync(at('backups'))
  await using svc = await startProcess({ dataDir: at('data') })
  const ada = await signUpAt(svc, 'ada')
  const env = { DATA_DIR: at('data'), PATH: Bun.env.PATH ?? '' }
  const whole = await runLimited([...program, 'backup', '--to', at('backups')], env)
  expect([whole.exitCode, whole.err]).toEqual([0, ''])
  // A backup is named by its second.
  await Bun.sleep(1_000)
  const kept = readdirSync(at('backups'), { recursive: true }).toSorted()
  const tar = kept.find((name) => String(name).endsWith('.tar.gz'))
  // One limit is too small for the copy of the database, the other for the file that it goes into.
  const limits = [limit, statSync(at('backups', String(tar))).size - 1_500]
  for (const most of limits)
    for (const to of [['--to', at('backups')], [at('backup.tar')]]) {
      const { exitCode, err } = await runLimited([...program, 'backup', ...to], env, most)
      expect([most, exitCode, err]).toEqual([most, 1, expect.stringMatching(inWords)])
    }
  const nightly = await runLimited([...program, '__backup', 'backup'], { ...env, BACKUP_TO: at('backups') }, limit)
  expect(JSON.parse(nightly.out)).toEqual({ ok: false, problem: expect.stringMatching(inWords) })
  expect(readdirSync(at('backups'), { recursive: true }).toSorted()).toEqual(kept)
  expect(readdirSync(at('data/blobs/scratch'))).toEqual([])
  expect(readdirSync(folder.path).toSorted()).toEqual(['backups', 'data'])
  expect((await svc.call('GET', '/api/auth/session', { cookie: ada.cookie })).status).toBe(200)
})

const inserts = (path: string, text: string, rows: number) => `
  const db = new (require('bun:sqlite').Database)('${path}')
  db.run('PRAGMA journal_mode = WAL')
  db.run('PRAGMA wal_autocheckpoint = 0')
  db.run('CREATE TABLE lines (text TEXT)')
  for (let n = 0; n < ${rows}; n += 1) db.run('INSERT INTO lines VALUES (?)', ['${text}'.repeat(2_000)])
`

test('the database before goes back where there is no room for a copy of it, or for the log of the new one', async () => {
  using folder = temporaryFolder()
  const at = (...names: string[]) => join(folder.path, ...names)
  mkdirSync(at('upgrade/before'), { recursive: true })
  const run = (script: string, most?: number) => runLimited([process.execPath, '-e', script], {}, most)
  await run(`${inserts(at('upgrade/before/tapedeck.db'), 'former', 50)}; db.close()`)
  await run(`${inserts(at('tapedeck.db'), 'later', 50)}; process.kill(process.pid, 'SIGKILL')`)
  expect(statSync(at('tapedeck.db-wal')).size).toBeGreaterThan(limit)
  const { err } = await run(
    `(await import('${inTree('src/operate/upgrade/program/site-copy.ts')}')).putBack('${folder.path}')`,
    limit / 2,
  )
  expect(err).toBe('')
  const count = (path: string, text: string) => {
    using db = new Database(path)
    return db.query("SELECT count(*) FROM lines WHERE text LIKE ? || '%'").values(text).flat()
  }
  expect(readdirSync(folder.path).toSorted()).toEqual(['tapedeck.db', 'upgrade'])
  expect(count(at('tapedeck.db'), 'former')).toEqual([50])
  expect(count(at('upgrade/failed/tapedeck.db'), 'later')).toEqual([50])
})
