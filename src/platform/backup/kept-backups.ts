import type { Place } from './place.ts'
import { backupsToKeep } from './retention.ts'

/** A backup in a place. `time` is in milliseconds; `key` is that of its tar file. */
export type Kept = { name: string; time: number; key: string }

const named = /^backups\/((\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z)\.tar(?:\.age)?$/

const stored = /^objects\/([0-9a-f]{2})\/\1[0-9a-f]{62}(?:\.age)?(?:\.part)?$/

/** The end of the names of encrypted files. */
export const encryptedEnd = '.age'

/** Returns the name of a backup: when it was made, in UTC. */
export const nameAt = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`

/** Returns the key of the list of stored files that a backup has. */
export const listKey = (name: string): string => `backups/${name}.objects`

/** Returns the key of a stored file in a place. */
export const objectKey = (sha256: string): string => `objects/${sha256.slice(0, 2)}/${sha256}`

/** Returns the whole backups of a place, oldest first. */
export async function backupsIn(place: Place): Promise<Kept[]> {
  const keys = await place.list('backups/')
  const found = [...keys].flatMap((key) => {
    const [, name, day, ...clock] = named.exec(key) ?? []
    return name === undefined ? [] : [{ name, key, time: Date.parse(`${day}T${clock.join(':')}Z`) }]
  })
  return found.toSorted((a, b) => a.time - b.time)
}

/**
 * Removes the backups of a place that need not stay at a moment (rule: backup-place), then the
 * stored files that no other has. Returns the names of the former.
 */
export async function removeOld(place: Place, now: number): Promise<string[]> {
  const all = await backupsIn(place)
  const stay = backupsToKeep(
    all.map(({ time }) => time),
    now,
  )
  const old = all.filter(({ time }) => !stay.has(time))
  if (old.length === 0) return []
  const used = new Set<string>()
  for (const { name, time } of all) {
    if (!stay.has(time)) continue
    const list = await new Response(await place.open(listKey(name))).text()
    for (const key of list.split('\n')) used.add(key)
  }
  // The tar first: without it there is no backup of that name any more.
  for (const { name, key } of old) {
    await place.remove(key)
    await place.remove(listKey(name))
  }
  // A folder of that name may have files of somebody else.
  for (const key of await place.list('objects/')) if (stored.test(key) && !used.has(key)) await place.remove(key)
  return old.map(({ name }) => name)
}
