import { expect, setDefaultTimeout, test } from 'bun:test'
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { makeOwner } from '../../../src/account/owner/make-owner.ts'
import { readConfig } from '../../../src/config.ts'
import { doBackupWork } from '../../../src/operate/backup/backup-child.ts'
import { printAddresses } from '../../../src/operate/command/announce.ts'
import { promoteCommand } from '../../../src/operate/command/promote.ts'
import { restoreCommand } from '../../../src/operate/command/restore.ts'
import { lookOverJob } from '../../../src/operate/doctor/look-over.ts'
import { writeBackup } from '../../../src/platform/backup/write-backup.ts'
import { becomeSite, isCopy } from '../../../src/platform/instance.ts'
import { instanceCheck } from '../../../src/platform/instance-check.ts'
import { testLimitMs } from '../../support/limits.ts'
import { temporaryFolder } from '../../support/process.ts'
import { program } from '../../support/program.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { cast } from '../../support/world.ts'

setDefaultTimeout(testLimitMs)

const env = { PAYMENTS: 'test', SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'nova@nova.example' }
const machine = { selfCommand: program, pids: { own: 1, isAlive: () => false }, program: '', env: {} }

/** Restores what a site is now into a new folder, as the command does. */
async function restore({ dataDir }: TestServer, folder: string, ...more: string[]) {
  const [file, to] = [join(folder, `${crypto.randomUUID()}.tar`), join(folder, crypto.randomUUID())]
  await writeBackup(dataDir, file, new Date(), {})
  const said: string[] = []
  const config = readConfig({ DATA_DIR: to })
  const print = (line: string) => void said.push(line)
  expect(await restoreCommand(config, { ...machine, ask: () => null }, [file, ...more], print)).toBe(0)
  return { dataDir: to, said: said.join('\n') }
}

const backUpTo = ({ ctx }: TestServer, path: string) => {
  const backup = { ...ctx.config.backup, to: { kind: 'folder', path } } as const
  return doBackupWork({ ...ctx, config: { ...ctx.config, backup } }, 'backup', undefined)
}
const second = () => Bun.sleep(1_050)

const actsAsSite = ({ ctx }: TestServer) => ({
  isCopy: isCopy(ctx.db, ctx.config.dataDir),
  payments: ctx.config.payments,
  sendsMail: ctx.mailer !== undefined,
})
const site = { isCopy: false, payments: 'test', sendsMail: true } as const
const copy = { isCopy: true, payments: 'off', sendsMail: false } as const

test('a restored site sends, sells, pays and backs up nothing until its owner says at the desk that it is the site', async () => {
  using folder = temporaryFolder()
  await using first = await startServer({ env })
  const { cookie } = cast(first.ctx, 'nova')
  makeOwner(first.ctx, 'nova@example.com')
  expect(actsAsSite(first)).toEqual(site)
  for (const options of [[], ['--look']]) {
    const { dataDir, said } = await restore(first, folder.path, ...options)
    expect(said).toContain('copy for a look')
    expect(said.includes('tapedeck promote')).toBe(options.length === 0)
    {
      await using svc = await startServer({ env, dataDir, backUp: (ctx, work) => doBackupWork(ctx, work, undefined) })
      expect(actsAsSite(svc)).toEqual(copy)
      expect(instanceCheck.look(svc.ctx)).toMatchObject({ problem: expect.stringContaining('a copy of the site') })
      svc.ctx.jobs.add(lookOverJob, {}, { key: 'waits' })
      await svc.ctx.jobs.idle()
      expect(svc.ctx.jobs.find(lookOverJob, 'waits')).toMatchObject({ state: 'READY' })
      expect((await svc.call('POST', '/api/desk/backup', { cookie })).status).toBe(409)
      const printed: string[] = []
      printAddresses(svc.ctx, { url: svc.url, stop: async () => {} }, (line) => void printed.push(line))
      expect(printed.join('\n')).toContain('This is a copy of a site, from a backup of 20')
      const page = await svc.call('GET', '/desk/health', { cookie })
      expect(page.text).toContain('This is the site from now on')
      const { json: notes } = await svc.call('GET', '/api/desk/notes', { cookie })
      const left = (Array.isArray(notes) ? notes : []).filter(({ text }) => String(text).startsWith('Left alone'))
      expect(left.map(({ group, state }) => [group, state])).toEqual([
        ['Email', 'open'],
        ['Payments', 'open'],
        ['Backups', 'open'],
      ])
      const health = async () => Object((await svc.call('GET', '/api/desk/health', { cookie })).json).copy
      expect(await health()).toEqual({ kind: options.length === 0 ? 'restored' : 'look', madeAt: expect.any(String) })
      expect((await svc.call('POST', '/api/desk/site', { cookie })).status).toBe(204)
      expect(await health()).toBeNull()
    }
    await using again = await startServer({ env, dataDir })
    expect(actsAsSite(again)).toEqual(site)
    expect(instanceCheck.look(again.ctx)).toEqual({})
  }
})

test('nobody but the owner and helpers for everything says that a copy is the site', async () => {
  await using svc = await startServer({ env })
  cast(svc.ctx, 'nova')
  makeOwner(svc.ctx, 'nova@example.com')
  const ada = cast(svc.ctx, 'ada')
  expect((await svc.call('POST', '/api/desk/site', { cookie: ada.cookie })).status).toBe(403)
  expect((await svc.call('POST', '/api/desk/site', {})).status).toBe(401)
})

test('promote says that a restored folder is the site, and fetches what was paid since', async () => {
  using folder = temporaryFolder()
  await using first = await startServer({ env })
  const { dataDir } = await restore(first, folder.path)
  const { PAYMENTS } = env
  const promote = async (more: Record<string, string>, dataDir: string) => {
    const said: string[] = []
    const config = readConfig({ DATA_DIR: dataDir, ...more })
    await promoteCommand(config, machine, (line) => void said.push(line))
    return said.join('\n')
  }
  const words = await promote({ PAYMENTS }, dataDir)
  for (const each of [words, await promote({}, (await restore(first, folder.path)).dataDir)]) {
    expect(each).toContain('Now start tapedeck here')
    expect(each).toContain('the database was restored on')
  }
  await using svc = await startServer({ env, dataDir })
  expect(actsAsSite(svc)).toEqual(site)
})

test('a backup that tar unpacked is a copy too, and a folder that was moved with all its files is the site', async () => {
  using folder = temporaryFolder()
  const [tar, moved] = [join(folder.path, 'tar'), join(folder.path, 'moved')]
  {
    await using first = await startServer({ env })
    const { dataDir } = await restore(first, folder.path)
    cpSync(dataDir, tar, { recursive: true, filter: (path) => !path.endsWith('restored.json') })
    cpSync(first.dataDir, moved, { recursive: true })
  }
  await using unpacked = await startServer({ env, dataDir: tar })
  expect(actsAsSite(unpacked)).toEqual(copy)
  await using other = await startServer({ env, dataDir: moved })
  expect(actsAsSite(other)).toEqual(site)
})

test('of two copies of a site the place for backups takes one, until the owner says which is the site', async () => {
  using folder = temporaryFolder()
  const place = join(folder.path, 'backups')
  mkdirSync(place)
  await using first = await startServer({ env })
  expect(await backUpTo(first, place)).toMatchObject({ ok: true })
  const { dataDir } = await restore(first, folder.path)
  const refused = {
    ok: false,
    problem: expect.stringContaining('If this one is the site, say so under Health'),
  } as const
  await using restored = await startServer({ env, dataDir })
  expect(await backUpTo(restored, place)).toEqual(refused)
  becomeSite(restored.ctx.db, dataDir)
  await second()
  expect(await backUpTo(restored, place)).toMatchObject({ ok: true })
  await second()
  expect(await backUpTo(restored, place)).toMatchObject({ ok: true })
  // The former copy learns that another one has the place, and from which machine.
  const told = await backUpTo(first, place)
  expect(told).toEqual(refused)
  expect(told).toEqual({ ok: false, problem: expect.stringContaining('another copy of this site, on ') })
  await second()
  becomeSite(first.ctx.db, first.dataDir)
  expect(await backUpTo(first, place)).toMatchObject({ ok: true })
  expect(await backUpTo(restored, place)).toEqual(refused)
})

test('a folder that was copied with all its files is a copy as long as the one that it was copied from is beside it', async () => {
  using folder = temporaryFolder()
  const at = (name: string) => join(folder.path, name)
  const [place, original, copied, away] = [at('backups'), at('original'), at('copied'), at('away')]
  mkdirSync(place)
  await using first = await startServer({ env, dataDir: original })
  expect(await backUpTo(first, place)).toMatchObject({ ok: true })
  cpSync(original, copied, { recursive: true })
  const open = async (dataDir: string) => {
    rmSync(join(dataDir, 'lock.db'), { force: true })
    return startServer({ env, dataDir })
  }
  {
    await using other = await open(copied)
    expect(actsAsSite(other)).toEqual(copy)
    expect(await backUpTo(other, place)).toEqual({
      ok: false,
      problem: expect.stringContaining('this folder is a copy of the site'),
    })
    const printed: string[] = []
    printAddresses(other.ctx, { url: other.url, stop: async () => {} }, (line) => void printed.push(line))
    expect(printed.join('\n')).toContain(`This is a copy of the site in ${original}. It sends,`)
  }
  await second()
  expect(await backUpTo(first, place)).toMatchObject({ ok: true })
  await first[Symbol.asyncDispose]()
  // The first folder is put away like an old disk, so the copy is the only one.
  renameSync(original, away)
  // One that this user may not look into: a link to itself stops root too.
  symlinkSync(original, original)
  {
    await using moved = await open(copied)
    expect(actsAsSite(moved)).toEqual(site)
    // Nobody knows whether a site on another machine is served.
    expect(await backUpTo(moved, place)).toMatchObject({ ok: false })
  }
  rmSync(original)
  renameSync(away, original)
  await using again = await open(copied)
  expect(actsAsSite(again)).toEqual(site)
  expect(existsSync(join(place, 'holder.json'))).toBe(true)
})

test('the same folder under another path is the site, and a copy that was said to be the site stays it', async () => {
  using folder = temporaryFolder()
  const [dataDir = '', link = '', copied = ''] = ['first', 'link', 'copied'].map((name) => join(folder.path, name))
  await (await startServer({ env, dataDir }))[Symbol.asyncDispose]()
  symlinkSync(dataDir, link)
  {
    await using linked = await startServer({ env, dataDir: link })
    expect(actsAsSite(linked)).toEqual(site)
  }
  cpSync(dataDir, copied, { recursive: true })
  {
    await using other = await startServer({ env, dataDir: copied })
    expect(actsAsSite(other)).toEqual(copy)
    becomeSite(other.ctx.db, copied)
  }
  await using again = await startServer({ env, dataDir: copied })
  expect(actsAsSite(again)).toEqual(site)
})

test('a folder of a version that noted nothing is the site, and so is the one that an upgrade went back from', async () => {
  await using first = await startServer({ env })
  const { dataDir } = first
  first.ctx.db.$client.run("DELETE FROM kept_values WHERE name LIKE 'instance%'")
  await first[Symbol.asyncDispose]()
  await using again = await startServer({ env, dataDir })
  expect(actsAsSite(again)).toEqual(site)
  again.ctx.db.$client.run("DELETE FROM kept_values WHERE name LIKE 'instance%'")
  rmSync(join(dataDir, 'instance.json'))
  await again[Symbol.asyncDispose]()
  await using third = await startServer({ env, dataDir })
  expect(actsAsSite(third)).toEqual(site)
})
