import { expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeOwner } from '../../../src/account/owner/make-owner.ts'
import { readConfig } from '../../../src/config.ts'
import { backupCheck } from '../../../src/operate/backup/backup-check.ts'
import { doBackupWork } from '../../../src/operate/backup/backup-child.ts'
import { backupCommand } from '../../../src/operate/command/backup.ts'
import { openOwnPlace } from '../../../src/platform/backup/claim-place.ts'
import { findBackup } from '../../../src/platform/backup/find-backup.ts'
import { backupsIn } from '../../../src/platform/backup/kept-backups.ts'
import { openPlace } from '../../../src/platform/backup/place.ts'
import { type BackupSource, restoreBackup } from '../../../src/platform/backup/restore-backup.ts'
import { testLimitMs } from '../../support/limits.ts'
import { one } from '../../support/operate/open-desk.ts'
import { startBucket } from '../../support/platform/bucket.ts'
import { temporaryFolder } from '../../support/process.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { cast } from '../../support/world.ts'

setDefaultTimeout(testLimitMs)

const refusal = 't is the place of another site'

/** A site with a stored file of its own, and what its nightly backup to a place comes to. */
async function openSite(text: string, env: Record<string, string> = {}) {
  const svc = await startServer({ env })
  const hash = new Bun.CryptoHasher('sha256').update(text).digest('hex')
  const folder = join(svc.dataDir, 'blobs', hash.slice(0, 2))
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, hash), text)
  return svc
}

const nightly = ({ ctx }: TestServer) => doBackupWork(ctx, 'backup', undefined)

/** Makes another backup there, a second later: backups are named by the second. */
async function add({ ctx }: TestServer, place: string) {
  await Bun.sleep(1_050)
  const backup = { ...ctx.config.backup, to: { kind: 'folder', path: place } } as const
  return doBackupWork({ ...ctx, config: { ...ctx.config, backup } }, 'backup', undefined)
}

const restored = async (source: BackupSource) => {
  using folder = temporaryFolder()
  return (await restoreBackup(folder.path, source)).files
}

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .toSorted()

test('a second site neither adds to a folder for backups nor removes from it, by command, by night and at the desk', async () => {
  using folder = temporaryFolder()
  await using a = await openSite('music of a')
  expect(await add(a, folder.path)).toMatchObject({ ok: true })
  const before = filesOf(folder.path)
  await using b = await openSite('music of b')
  expect(await add(b, folder.path)).toEqual({ ok: false, problem: expect.stringContaining(refusal) })
  const machine = { selfCommand: [], pids: { own: 1, isAlive: () => false }, program: '' }
  const byHand = backupCommand(b.ctx.config, machine, ['--to', folder.path], () => {})
  await expect(byHand).rejects.toThrow(refusal)
  const nova = cast(b.ctx, 'nova')
  makeOwner(b.ctx, 'nova@example.com')
  const saved = await b.call('PATCH', '/api/desk/settings', {
    cookie: nova.cookie,
    body: one('BACKUP_TO', folder.path),
  })
  const refused = { field: 'BACKUP_TO', error: expect.stringContaining(refusal) }
  expect([saved.status, saved.json]).toEqual([400, expect.objectContaining(refused)])
  expect(filesOf(folder.path)).toEqual(before)
  // A mark that somebody damaged is no leave to begin anew.
  writeFileSync(join(folder.path, 'deck.json'), '{}')
  expect(await add(b, folder.path)).toMatchObject({
    problem: expect.stringContaining('its deck.json does not say whose it is. Remove deck.json there'),
  })
  expect(filesOf(folder.path)).toEqual(before)
})

test('a second site neither adds to a bucket for backups nor removes from it', async () => {
  await using bucket = await startBucket()
  const { BLOBS = '', ...keys } = bucket.env
  const env = { ...keys, BACKUP_TO: BLOBS }
  await using a = await openSite('music of a', env)
  await using b = await openSite('music of b', env)
  expect(await nightly(a)).toMatchObject({ ok: true })
  const before = await bucket.keys()
  expect(before).toContain('deck.json')
  expect(await nightly(b)).toEqual({ ok: false, problem: expect.stringContaining(refusal) })
  expect(await bucket.keys()).toEqual(before)
  await Bun.sleep(1_050)
  expect(await nightly(a)).toMatchObject({ ok: true })
  expect((await bucket.keys()).filter((key) => key.includes('.tar'))).toHaveLength(1)
})

test('of two sites that begin with a new folder at the same moment one has it, and the other is told', async () => {
  using folder = temporaryFolder()
  await Promise.all(
    Array.from({ length: 8 }, async (_, at) => {
      const path = join(folder.path, `${at}`)
      mkdirSync(path)
      const claim = (deckId: string, instance: number) =>
        openOwnPlace({ kind: 'folder', path }, { dataDir: '/nowhere', deckId, instance, takes: false })
      const results = await Promise.allSettled([claim('a', 1), claim('b', 2)])
      expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      const lost = results.find(({ status }) => status === 'rejected')
      expect(lost).toMatchObject({ reason: { message: expect.stringContaining(refusal) } })
      expect(await Bun.file(join(path, 'deck.json')).json()).toEqual({
        deckId: results[0].status === 'fulfilled' ? 'a' : 'b',
      })
      expect(filesOf(path)).toEqual(['deck.json', 'holder.json'])
    }),
  )
})

test('a place that is that of BLOBS, in it or around it is refused at the desk, by command and by night, with what to do', async () => {
  await using bucket = await startBucket()
  const { BLOBS = '', ...keys } = bucket.env
  const a = await openSite('music of a', bucket.env)
  await using _ = a
  const nova = cast(a.ctx, 'nova')
  makeOwner(a.ctx, 'nova@example.com')
  const before = await bucket.keys()
  const isTold = 's the place of BLOBS, or one of the two is in the other'
  const machine = { selfCommand: [], pids: { own: 1, isAlive: () => false }, program: '', env: keys }
  const own = Object.entries(keys).map(([name, value]) => [`BACKUP_${name}`, value])
  const around = BLOBS.replace(/\/[^/]*$/, '')
  for (const place of [BLOBS, `${BLOBS}/backups`, around]) {
    const settings = { ...Object.fromEntries(own), BACKUP_TO: place }
    const body = { settings: Object.entries(settings).map(([name, value]) => ({ name, value })), anyway: true }
    const { status, json } = await a.call('PATCH', '/api/desk/settings', { cookie: nova.cookie, body })
    const refused = {
      field: 'BACKUP_TO',
      error: expect.stringContaining(isTold),
      hint: expect.stringContaining('prefix'),
    }
    expect([place, status, json]).toEqual([place, 400, expect.objectContaining(refused)])
    await expect(backupCommand(a.ctx.config, machine, ['--to', place], () => {})).rejects.toThrow(isTold)
    const { backup } = readConfig({ DATA_DIR: a.dataDir, ...bucket.env, BACKUP_TO: place })
    const ctx = { ...a.ctx, config: { ...a.ctx.config, backup } }
    expect(await doBackupWork(ctx, 'backup', undefined)).toMatchObject({ problem: expect.stringContaining(isTold) })
    expect(await backupCheck.look(ctx)).toMatchObject({ problem: expect.stringContaining(isTold) })
  }
  expect(await bucket.keys()).toEqual(before)
  const beside = {
    ...a.ctx,
    config: readConfig({ DATA_DIR: a.dataDir, ...bucket.env, BACKUP_TO: `${around}/backups` }),
  }
  expect(await backupCheck.look(beside)).toEqual({ note: 'the first backup is made tonight' })
})

test('in a place that two sites of earlier versions shared each keeps all that the other made', async () => {
  using folder = temporaryFolder()
  const sites = [await openSite('music of a'), await openSite('music of b')] as const
  await using a = sites[0]
  await using _ = sites[1]
  for (const svc of sites) {
    const known = new Set(filesOf(folder.path))
    expect(await add(svc, folder.path)).toMatchObject({ ok: true })
    // Earlier versions left no mark, and named backups by the time alone.
    for (const name of ['deck.json', 'holder.json']) rmSync(join(folder.path, name))
    for (const name of filesOf(folder.path).filter((each) => !known.has(each) && each.startsWith('backups/')))
      renameSync(join(folder.path, name), join(folder.path, name.replace(/Z\.[\w-]+\./, 'Z.')))
  }
  const before = filesOf(folder.path)
  for (let night = 0; night < 2; night += 1) expect(await add(a, folder.path)).toMatchObject({ ok: true })
  expect(filesOf(folder.path)).toEqual(expect.arrayContaining(before))
  const place = openPlace({ kind: 'folder', path: folder.path })
  const all = await backupsIn(place)
  expect(all.map(({ deckId }) => deckId)).toEqual([undefined, undefined, a.ctx.instanceId])
  const asked = { now: Date.now(), isSet: false, passphrase: () => undefined }
  for (const { name } of all) expect(await restored(await findBackup(place, { ...asked, name }))).toBe(3)
  expect((await findBackup(place, asked)).madeAt).toBe(all.at(-1)?.name ?? '')
})

test('no backup goes into the data folder, below it or above it, by whatever link, and none is saved so', async () => {
  using folder = temporaryFolder()
  await using svc = await openSite('music')
  const nova = cast(svc.ctx, 'nova')
  makeOwner(svc.ctx, 'nova@example.com')
  const { dataDir } = svc
  const link = join(folder.path, 'link')
  symlinkSync(dataDir, link)
  const before = filesOf(dataDir)
  const places = [dataDir, `${dataDir}/blobs`, `${dataDir}/x`, `${link}/blobs`, `${link}/x`, `${dataDir}/../.`, '/']
  for (const place of places) {
    const { status, json } = await svc.call('PATCH', '/api/desk/settings', {
      cookie: nova.cookie,
      body: one('BACKUP_TO', place),
    })
    expect([place, status, json]).toEqual([
      place,
      400,
      expect.objectContaining({ field: 'BACKUP_TO', error: expect.stringContaining('the data folder of the site') }),
    ])
    expect(await add(svc, place)).toEqual({
      ok: false,
      problem: expect.stringContaining('the data folder of the site'),
    })
  }
  expect(filesOf(dataDir)).toEqual(before)
})
