import type { Place } from './place.ts'
import { backupsToKeep } from './retention.ts'

/**
 * A backup in a place. `time` is in ms; `key` is its tar file's. `deckId`: the site that made it;
 * undefined in a version that did not note it.
 */
export type Kept = { name: string; time: number; key: string; deckId: string | undefined }

/**
 * Which backups are a site's own: those with its id, and of a version that noted none, those that
 * the site remembers (rule: backup-owner).
 */
export type Owner = { deckId: string; names: ReadonlySet<string> }

const named = /^backups\/((\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z)(?:\.([\w-]+))?\.tar(?:\.gz)?(?:\.age)?$/

const stored = /^objects\/([0-9a-f]{2})\/\1[0-9a-f]{62}(?:\.age)?(?:\.part)?$/

export const encryptedEnd = '.age'

/** Returns the name of a backup: when it was made, in UTC. */
export const nameAt = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`

/** Returns the key of the tar file of a site's backup, without the end of an encrypted one. */
export const tarKey = (name: string, deckId: string): string => `backups/${name}.${deckId}.tar.gz`

/** Returns the key of the list of stored files that the backup of a tar file has. */
export const listKey = (key: string): string => key.replace(/\.tar(?:\.gz)?(?:\.age)?$/, '.objects')

export const isOwn = ({ name, deckId }: Kept, owner: Owner): boolean =>
  deckId === undefined ? owner.names.has(name) : deckId === owner.deckId

/** Returns a stored file's key in a place: its hash, or the cipher's name for it. */
export const objectKey = (name: string): string => `objects/${name.slice(0, 2)}/${name}`

/** Returns the whole backups of a place, oldest first. */
export async function backupsIn(place: Place): Promise<Kept[]> {
  const keys = await place.list('backups/')
  const found = [...keys].flatMap((key) => {
    const [, name, day, hour, minute, second, deckId] = named.exec(key) ?? []
    const time = Date.parse(`${day}T${hour}:${minute}:${second}Z`)
    return name === undefined ? [] : [{ name, key, time, deckId }]
  })
  return found.toSorted((a, b) => a.time - b.time)
}

/**
 * Removes the site's own backups that need not stay at a moment (rule: backup-place), then the
 * stored files that no backup of the place has, whoever made it. Returns the names of the former.
 * `isComing`: one of this moment is still to be made, so the newest stays too.
 */
export async function removeOld(place: Place, owner: Owner, now: number, isComing = false): Promise<string[]> {
  const all = await backupsIn(place)
  const own = all.filter((each) => isOwn(each, owner))
  const times = own.map(({ time }) => time)
  const stay = backupsToKeep(isComing ? [...times, now] : times, now)
  const newest = Math.max(...times)
  const old = own.filter(({ time }) => !stay.has(time) && time !== newest)
  if (old.length === 0) return []
  const used = await namedBy(place, all, new Set(old.map(({ key }) => listKey(key))))
  // The tar first: without it there is no backup of that name any more.
  for (const { key } of old) {
    await place.remove(key)
    await place.remove(listKey(key))
  }
  // A folder of that name may have files of somebody else.
  for (const key of used ? await place.list('objects/') : [])
    if (stored.test(key) && !used?.has(key)) await place.remove(key)
  return old.map(({ name }) => name)
}

/**
 * Returns the stored files that the lists of a place name, without those that go; undefined where
 * the list of a backup is missing, which may have named any.
 */
async function namedBy(place: Place, all: readonly Kept[], gone: ReadonlySet<string>) {
  const lists = [...(await place.list('backups/'))].filter((key) => key.endsWith('.objects') && !gone.has(key))
  const needed = all.map(({ key }) => listKey(key)).filter((key) => !gone.has(key))
  if (needed.some((key) => !lists.includes(key))) return undefined
  const used = new Set<string>()
  for (const list of lists)
    for (const key of (await new Response(await place.open(list)).text()).split('\n')) used.add(key)
  return used
}

/**
 * Removes what interrupted backups of this site left in a place: lists without a tar file, and
 * parts of files. Nobody else adds to it meanwhile.
 */
export async function removeLeftovers(place: Place, { deckId }: Owner): Promise<void> {
  const known = new Set((await backupsIn(place)).map(({ key }) => listKey(key)))
  for (const key of await place.list('backups/')) {
    const [, name, end] = /^backups\/[\dTZ-]+\.([\w-]+)\.(objects|[\w.]+\.part)$/.exec(key) ?? []
    if (name === deckId && (end !== 'objects' || !known.has(key))) await place.remove(key)
  }
  for (const key of await place.list('objects/')) if (stored.test(key) && key.endsWith('.part')) await place.remove(key)
}
