import { expect, setDefaultTimeout, test } from 'bun:test'
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { unpackTar } from 'modern-tar'
import { doBackupWork } from '../../../src/operate/backup/backup-child.ts'
import { addBackup } from '../../../src/platform/backup/add-backup.ts'
import { findBackup } from '../../../src/platform/backup/find-backup.ts'
import { backupsIn, nameAt } from '../../../src/platform/backup/kept-backups.ts'
import { FullPlaceError, openPlace, type Place } from '../../../src/platform/backup/place.ts'
import { restoreBackup } from '../../../src/platform/backup/restore-backup.ts'
import { packCompressed } from '../../../src/platform/backup/write-backup.ts'
import { testLimitMs } from '../../support/limits.ts'
import { temporaryFolder } from '../../support/process.ts'
import { startServer } from '../../support/server.ts'

setDefaultTimeout(testLimitMs)

const day = 86_400_000

test('the leftovers of a backup that was cut off go with the next one, and nothing of anybody else', async () => {
  using folder = temporaryFolder()
  await using svc = await startServer({ env: { BACKUP_TO: folder.path } })
  const own = svc.ctx.instanceId
  const put = (path: string) => {
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, 'cut off')
  }
  const at = (name: string) => join(folder.path, name)
  const hash = 'a1'.repeat(32)
  const name = '2026-11-26T03-00-00Z'
  const left = [
    ...[
      `backups/${name}.${own}.tar.gz.part`,
      `backups/${name}.${own}.tar.gz.age.part`,
      `backups/${name}.${own}.objects`,
    ],
    ...[`backups/${name}.${own}.objects.part`, `objects/a1/${hash}.part`],
  ].map(at)
  const others = [`backups/${name}.another.tar.gz.part`, `backups/${name}.another.objects`, 'backups/notes.part'].map(
    at,
  )
  const scratch = (each: string) => join(svc.dataDir, 'blobs/scratch', each, 'tapedeck.db')
  const asides = ['backup-Ab12cd', 'trial-0193b5a0-0000-7000-8000-000000000000'].map(scratch)
  const busy = ['backup-file-Ab12cd', 'upload'].map(scratch)
  for (const path of [...left, ...others, ...asides, ...busy]) put(path)
  expect(await doBackupWork(svc.ctx, 'backup', undefined)).toMatchObject({ ok: true })
  expect([...left, ...asides].filter((path) => existsSync(path))).toEqual([])
  expect([...others, ...busy].filter((path) => !existsSync(path))).toEqual([])
})

test('the tar file of a place is compressed, other programs read it, and it restores', async () => {
  using folder = temporaryFolder()
  await using svc = await startServer({ env: { BACKUP_TO: folder.path } })
  expect(await doBackupWork(svc.ctx, 'backup', undefined)).toMatchObject({ ok: true })
  const [tar = ''] = readdirSync(join(folder.path, 'backups')).filter((name) => name.includes('.tar'))
  expect(tar).toEndWith('.tar.gz')
  const packed = readFileSync(join(folder.path, 'backups', tar))
  const plain = Bun.gunzipSync(packed)
  expect(packed.length).toBeLessThan(plain.length / 3)
  expect(Buffer.from(plain.subarray(0, 11)).toString()).toBe('backup.json')
  const place = openPlace({ kind: 'folder', path: folder.path })
  const restored = join(folder.path, 'restored')
  mkdirSync(restored)
  const found = await findBackup(place, { now: Date.now(), isSet: false, passphrase: () => undefined })
  await restoreBackup(restored, found)
  expect(statSync(join(restored, 'tapedeck.db')).size).toBeGreaterThan(packed.length)
  // A file that was cut restores nothing.
  writeFileSync(join(folder.path, 'backups', tar), packed.subarray(0, packed.length - 2_000))
  const cut = join(folder.path, 'cut')
  mkdirSync(cut)
  await expect(restoreBackup(cut, found)).rejects.toThrow('Nothing was restored.')
  expect(readdirSync(cut)).toEqual([])
})

test('an upload that grows while it is read is in the backup as it was when its turn came', async () => {
  using folder = temporaryFolder()
  const path = join(folder.path, 'x')
  writeFileSync(path, new Uint8Array(4_000_000))
  const growing = setInterval(() => appendFileSync(path, 'more'.repeat(50_000)), 1)
  const tar = join(folder.path, 'tar.gz')
  await packCompressed(tar, [{ name: 'uploads/x', path }], new Date(), [])
  clearInterval(growing)
  const entries = await unpackTar(Bun.gunzipSync(await Bun.file(tar).bytes()))
  const [, upload, sums] = entries.map(({ data }) => data ?? new Uint8Array())
  expect(statSync(path).size).toBeGreaterThan(upload?.length ?? 0)
  const hash = new Bun.CryptoHasher('sha256').update(upload ?? '').digest('hex')
  expect(`${Buffer.from(sums ?? '')}`).toBe(`${hash}  uploads/x\n`)
})

test('a place that is full makes room with old backups of this site, and says that it is the place', async () => {
  using folder = temporaryFolder()
  await using svc = await startServer()
  const real = openPlace({ kind: 'folder', path: folder.path })
  const owner = { deckId: svc.ctx.instanceId, names: new Set<string>() }
  const now = Date.UTC(2026, 10, 29, 12)
  const old = { madeAt: new Date(now - 9 * day), owner }
  await addBackup(svc.dataDir, real, old)
  for (let night = 8; night > 0; night -= 1)
    await addBackup(svc.dataDir, real, { ...old, madeAt: new Date(now - night * day), keepsAll: true })
  const before = (await backupsIn(real)).length
  let room = 0
  /** The same place, on a disk that has room for a file once another was removed. */
  const full: Place = {
    ...real,
    async put(key, bytes) {
      if (key.includes('.tar') && room === 0) throw new FullPlaceError(real.name, 'the disk of this place is full', '')
      await real.put(key, bytes)
    },
    async remove(key) {
      room += 1
      await real.remove(key)
    },
  }
  // Where older backups are doubted, none of them is removed to make room.
  const doubted = { madeAt: new Date(now), owner, keepsAll: true }
  await expect(addBackup(svc.dataDir, full, doubted)).rejects.toThrow('is full')
  expect((await backupsIn(real)).length).toBe(before)
  const added = await addBackup(svc.dataDir, full, { madeAt: new Date(now), owner })
  expect(added.removed.length).toBeGreaterThan(0)
  const names = (await backupsIn(real)).map(({ name }) => name)
  expect(names.at(-1)).toBe(nameAt(new Date(now)))
  expect(names.length).toBeLessThan(before + 1)
  room = Number.NEGATIVE_INFINITY
  const never: Place = {
    ...real,
    put: (key) => Promise.reject(new FullPlaceError(`${real.name} ${key}`, 'is full', '')),
  }
  const kept = (await backupsIn(real)).length
  await expect(addBackup(svc.dataDir, never, { madeAt: new Date(now + day / 24), owner })).rejects.toThrow('is full')
  expect((await backupsIn(real)).length).toBeGreaterThanOrEqual(kept - 1)
  expect((await backupsIn(real)).at(-1)?.name).toBe(nameAt(new Date(now)))
})
