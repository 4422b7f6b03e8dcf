import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { dayMs } from '../../src/lib/calendar.ts'
import { addBackup } from '../../src/platform/backup/add-backup.ts'
import { listKey, nameAt, objectKey, removeOld, tarKey } from '../../src/platform/backup/kept-backups.ts'
import { openPlace, type Place } from '../../src/platform/backup/place.ts'
import { temporaryFolder } from '../support/process.ts'
import { startServer } from '../support/server.ts'
import { world } from '../support/world.ts'

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
  // One of a clock that was ahead stays, too.
  const ahead = await add(place, now + 3 * dayMs, [hashOf('e')])
  expect(await removeOld(place, owner, now)).toEqual([nameAt(new Date(now - 6 * 3_600_000))])
  expect([...(await place.list('backups/'))].filter((key) => key.endsWith('.tar.gz')).sort()).toEqual(
    [month, noon, ahead].sort(),
  )
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
