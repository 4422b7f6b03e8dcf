import { expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { dayMs } from '../../../src/lib/time/calendar.ts'
import { addBackup, type ToAdd } from '../../../src/platform/backup/add-backup.ts'
import { findBackup } from '../../../src/platform/backup/find-backup.ts'
import { backupsIn, listKey, nameAt, objectKey, removeOld, tarKey } from '../../../src/platform/backup/kept-backups.ts'
import { openPlace, type Place } from '../../../src/platform/backup/place.ts'
import { restoreBackup } from '../../../src/platform/backup/restore-backup.ts'
import { backupsToKeep } from '../../../src/platform/backup/retention.ts'
import { temporaryFolder } from '../../support/process.ts'
import { startServer } from '../../support/server.ts'
import { world } from '../../support/world.ts'

const placeAt = (path: string): Place => openPlace({ kind: 'folder', path })
const owner = { deckId: 'd'.repeat(32), names: new Set<string>() }
const hashOf = (letter: string) => letter.repeat(64)

/** Adds what a backup leaves in a place: its tar, its list and the stored files of the list. */
async function add(place: Place, at: number, hashes: readonly string[]) {
  const key = tarKey(nameAt(new Date(at)), owner.deckId)
  for (const hash of hashes) await place.put(objectKey(hash), new Blob([hash]))
  await place.put(listKey(key), new Blob([hashes.map((hash) => `${objectKey(hash)}\n`).join('')]))
  await place.put(key, new Blob(['a tar']))
  return key
}

test('of a removed backup the stored files go that no kept one has, an older one neither', async () => {
  using folder = temporaryFolder()
  const place = placeAt(folder.path)
  const now = Date.UTC(2026, 10, 29, 12)
  const [old, shared, gone, young] = ['a', 'b', 'c', 'd'].map(hashOf)
  const month = await add(place, now - 40 * dayMs, [`${old}`, `${shared}`])
  const morning = await add(place, now - 6 * 3_600_000, [`${shared}`, `${gone}`])
  const noon = await add(place, now, [`${shared}`, `${young}`])
  // Those of a clock that was ahead stay, too.
  const ahead = await add(place, now + 3 * dayMs, [hashOf('e')])
  const further = await add(place, now + 4 * dayMs, [hashOf('e')])
  expect(await removeOld(place, owner, now)).toEqual([nameAt(new Date(now - 6 * 3_600_000))])
  expect([...(await place.list('backups/'))].filter((key) => key.endsWith('.tar.gz')).sort()).toEqual(
    [month, noon, ahead, further].sort(),
  )
  const lists = [month, noon, ahead, further].map(listKey)
  expect([...(await place.list('backups/'))].filter((key) => !key.endsWith('.tar.gz')).sort()).toEqual(lists.sort())
  expect(await place.list('backups/')).not.toContain(morning)
  expect([...(await place.list('objects/'))].sort()).toEqual(
    [old, shared, young, hashOf('e')].map((hash) => objectKey(`${hash}`)).sort(),
  )
})

test('bytes that are read back wrong leave nothing under their name', async () => {
  await using svc = await startServer()
  await world(svc)
  using folder = temporaryFolder()
  const place = placeAt(folder.path)
  const wrong: Place = { ...place, open: async () => new Blob(['other bytes']).stream() }
  const added = addBackup(svc.dataDir, wrong, { madeAt: new Date(svc.ctx.now()), owner })
  await expect(added).rejects.toThrow('was read back as other bytes than were written')
  const left = readdirSync(folder.path, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())
  expect(left.map(({ parentPath, name }) => join(parentPath, name))).toEqual([])
})

test('while a stored file is damaged no backup is removed, and each restores; then old ones go again', async () => {
  await using svc = await startServer()
  using folder = temporaryFolder()
  const place = placeAt(folder.path)
  const bytes = 'some music'
  const hash = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
  const path = join(svc.dataDir, 'blobs', hash.slice(0, 2), hash)
  const noon = Date.UTC(2026, 10, 29, 12)
  const backUp = (minute: number, more: Partial<ToAdd> = {}) =>
    addBackup(svc.dataDir, place, { madeAt: new Date(noon + minute * 60_000), owner, ...more })
  await backUp(0)
  await Bun.write(path, 'RIFF')
  expect(await backUp(1)).toMatchObject({ damaged: [`blobs/${hash.slice(0, 2)}/${hash}`], removed: [] })
  await Bun.write(path, bytes)
  await backUp(2, { keepsAll: true })
  // Where backups are doubted, what is stored is read again, and replaced where it is damaged.
  await place.put(objectKey(hash), new Blob(['RIFF']))
  expect(await backUp(3, { keepsAll: true })).toMatchObject({ damaged: [], removed: [] })
  for (const { name } of await backupsIn(place)) {
    using restored = temporaryFolder()
    const found = await findBackup(place, { name, now: noon, owner, isSet: false, passphrase: () => undefined })
    await restoreBackup(restored.path, found)
    expect(existsSync(join(restored.path, 'tapedeck.db'))).toBe(true)
  }
  expect((await backUp(4)).removed).toHaveLength(4)
})

test('of old backups 7 days, 4 weeks and 12 months stay, and the newest however old it is', () => {
  const day = 86_400_000
  const start = Date.parse('2026-01-01T04:30:00Z')
  const nights = Array.from({ length: 400 }, (_, night) => start + night * day)
  // Night after night, as it happens: what was removed cannot come back.
  let there: number[] = []
  for (const night of nights) there = [...backupsToKeep([...there, night], night)].toSorted((a, b) => a - b)
  expect(there.map((time) => new Date(time).toISOString().slice(0, 10)).join(' ')).toBe(
    '2026-03-31 2026-04-30 2026-05-31 2026-06-30 2026-07-31 2026-08-31 2026-09-30 2026-10-31 2026-11-30 2026-12-31 ' +
      '2027-01-17 2027-01-24 2027-01-29 2027-01-30 2027-01-31 2027-02-01 2027-02-02 2027-02-03 2027-02-04',
  )
  expect([...backupsToKeep([start], start + 4_000 * day)]).toEqual([start])
  expect([...backupsToKeep([], start)]).toEqual([])
})

test('retention removes own backups alone, and a stored file only when no list names it', async () => {
  using folder = temporaryFolder()
  const place = openPlace({ kind: 'folder', path: folder.path })
  const put = (key: string, text: string) => place.put(key, new Blob([text]))
  const now = Date.parse('2026-11-26T12:00:00Z')
  const object = (digit: string) => `objects/${digit.repeat(2)}/${digit.repeat(64)}`
  const backUp = async (tar: string, digit: string) => {
    await put(tar, '')
    await put(listKey(tar), `${object(digit)}\n`)
    await put(object(digit), digit)
  }
  const at = (hour: number) => nameAt(new Date(now - hour * 3_600_000))
  const remembered = at(5)
  await backUp(`backups/${remembered}.tar`, '1')
  await backUp(`backups/${at(4)}.tar`, '2')
  await backUp(tarKey(at(3), 'other'), '3')
  await backUp(tarKey(at(2), 'own'), '4')
  await backUp(tarKey(at(1), 'own'), '5')
  await put(object('6'), '6')
  await put('objects/notes.txt', 'of somebody else')
  const owner = { deckId: 'own', names: new Set([remembered]) }
  expect(await removeOld(place, owner, now)).toEqual([remembered, at(2)])
  expect((await backupsIn(place)).map(({ name }) => name)).toEqual([at(4), at(3), at(1)])
  expect([...(await place.list('objects/'))].toSorted()).toEqual([...['2', '3', '5'].map(object), 'objects/notes.txt'])
  const of = { now, isSet: false, passphrase: () => undefined }
  await backUp(tarKey(at(0.7), 'other'), '8')
  expect((await findBackup(place, { ...of, owner })).madeAt).toBe(at(1))
  // Where a list was lost nobody knows what may go.
  await backUp(tarKey(at(0.5), 'own'), '7')
  await place.remove(`backups/${at(4)}.objects`)
  expect(await removeOld(place, owner, now)).toEqual([at(1)])
  expect([...(await place.list('objects/'))].toSorted()).toEqual([
    ...['2', '3', '5', '7', '8'].map(object),
    'objects/notes.txt',
  ])
})
