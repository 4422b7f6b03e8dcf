import { expect, setDefaultTimeout, test } from 'bun:test'
import { chownSync, existsSync, mkdirSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { closeDb, openDb } from '../../db/open.ts'
import { users } from '../../db/schema/account/account.ts'
import { refuseWithoutSite, requireKnownFolder } from '../../src/operate/site-folder/site-folder.ts'
import { watchDatabase } from '../../src/operate/site-folder/watch-database.ts'
import { testLimitMs } from '../support/limits.ts'
import { runProgram, temporaryFolder } from '../support/process.ts'
import { isCompiled } from '../support/program.ts'
import { putMigrated, startServer } from '../support/server.ts'
import { cast } from '../support/world.ts'

setDefaultTimeout(testLimitMs)

const refusal = (act: () => void) => {
  try {
    act()
    return 'nothing'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

test('no command about a site makes one: each refuses in one sentence where there is none', async () => {
  using folder = temporaryFolder()
  const DATA_DIR = join(folder.path, 'data')
  const commands = [
    'doctor --fix',
    'owner a@b',
    'password a@b',
    'passkeys a@b',
    'email a@b c@d',
    'bounces',
    'keys rotate',
  ]
  const all = [...commands, `backup ${folder.path}/x.tar`].map((line) => runProgram(line.split(' '), { DATA_DIR }))
  for (const ended of await Promise.all(all)) {
    const err = `${DATA_DIR} cannot be used: there is no such folder. Name the data folder of the site with DATA_DIR.\n`
    expect(ended).toEqual({ exitCode: 1, out: '', err })
  }
  expect(readdirSync(folder.path)).toEqual([])
  expect(refusal(() => refuseWithoutSite(folder.path))).toContain(': it has no tapedeck.db. ')
})

test('a folder with files of a site and no database, or half of a restore, is never served as a new site', async () => {
  using folder = temporaryFolder()
  const lost = (...names: string[]) => {
    const dir = join(folder.path, names.join('-'))
    mkdirSync(dir)
    for (const name of names) writeFileSync(join(dir, name), '')
    return dir
  }
  for (const name of ['blobs', 'uploads', 'secrets.json', 'test-processor.db']) {
    expect(refusal(() => requireKnownFolder(lost(name)))).toContain(
      `it has files of a site (${name}) and no tapedeck.db`,
    )
  }
  expect(refusal(() => requireKnownFolder(lost('tapedeck.db')))).toBe('nothing')
  expect(refusal(() => requireKnownFolder(lost('tapedeck.db', 'blobs')))).toContain('(blobs) and no tapedeck.db')
  const half = lost('tapedeck.db.part', 'blobs')
  const served = await runProgram(['serve'], { DATA_DIR: half, PORT: '0', HOST: '127.0.0.1' })
  const err = `${half} cannot be used: a restore ended there before it was done. Empty the folder and run tapedeck restore again.\n`
  expect(served).toEqual({ exitCode: 1, out: '', err })
  expect(existsSync(join(half, 'tapedeck.db'))).toBeFalse()
})

test('a database that is removed or replaced under the service is noticed, and what it held is kept', async () => {
  for (const isReplaced of [false, true]) {
    await using svc = await startServer()
    const path = join(svc.dataDir, 'tapedeck.db')
    const watch = watchDatabase(svc.ctx, 5)
    await Bun.sleep(20)
    renameSync(path, `${path}.elsewhere`)
    if (isReplaced) putMigrated(svc.dataDir)
    cast(svc.ctx, 'ada')
    const rescued = `${path}.rescued`
    expect((await watch.lost).message).toStartWith(`${path} cannot be used: it was removed or replaced while`)
    expect(svc.logged.filter((line) => line.includes('"the database was removed"'))).toHaveLength(1)
    const db = openDb(rescued)
    expect(db.select({ email: users.email }).from(users).all()).toEqual([{ email: 'ada@example.com' }])
    closeDb(db)
    if (!isReplaced)
      expect(refusal(() => requireKnownFolder(svc.dataDir))).toContain('what that held is in tapedeck.db.rescued')
  }
})

test('run by root, a command leaves no file in the folder that the user of the service could not open', async () => {
  // From its sources the program builds its pages first, which another user may not do here.
  if (process.getuid?.() !== 0 || !isCompiled) return console.warn('NOT TESTED: this needs root, and the executable.')
  const user = 12_345
  using folder = temporaryFolder()
  chownSync(folder.path, user, user)
  const data = join(folder.path, 'data')
  mkdirSync(data)
  putMigrated(data)
  for (const path of [data, join(data, 'tapedeck.db')]) chownSync(path, user, user)
  const env = { LOG_LEVEL: 'silent' }
  const doctor = await runProgram(['doctor', '--fix'], { DATA_DIR: data, ...env })
  expect(doctor.out).toStartWith(`Folder ${data}, site `)
  const file = join(folder.path, 'site.tar')
  expect(await runProgram(['backup', file], { DATA_DIR: data, ...env })).toMatchObject({ exitCode: 0, err: '' })
  const again = join(folder.path, 'again')
  expect(await runProgram(['restore', file], { DATA_DIR: again, ...env })).toMatchObject({ exitCode: 0, err: '' })
  for (const dir of [data, again]) {
    const paths = [dir, ...readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((name) => join(dir, name))]
    expect(paths.length).toBeGreaterThan(3)
    expect(paths.filter((path) => statSync(path).uid !== user)).toEqual([])
  }
})
