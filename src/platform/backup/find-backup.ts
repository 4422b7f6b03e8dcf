import { UnusableFileError } from '../../lib/file/unusable-file.ts'
import { markOf } from './claim-place.ts'
import { openCipher } from './encryption.ts'
import { backupsIn, encryptedEnd, isOwn, type Kept, type Owner, objectKey } from './kept-backups.ts'
import type { Place } from './place.ts'
import { type BackupSource, type Unlocking, unlocked } from './restore-backup.ts'
import { isToCome } from './retention.ts'

/** `owner`: the site whose own is wanted; without it that of the place's mark. */
type Wanted = { name?: string | undefined; now: number; owner?: Owner } & Unlocking

/**
 * Returns a backup of a place, and asks for the passphrase of an encrypted one. Without a name it
 * is the newest, one made while the clock was ahead only if there is no other, and a plain one only
 * if none is encrypted. Throws UnusableFileError where there is none, for another passphrase, and
 * for a plain one where a passphrase is set.
 */
export async function findBackup(
  place: Place,
  { name, now, owner, isSet, passphrase }: Wanted,
): Promise<BackupSource & { madeAt: string }> {
  const stored = await ownIn(place, owner)
  const encrypted = stored.filter(({ key }) => key.endsWith(encryptedEnd))
  const all = encrypted.length > 0 && name === undefined ? encrypted : stored
  const newest = all.findLast(({ time }) => !isToCome(time, now)) ?? all.at(-1)
  const found = name === undefined ? newest : all.find((each) => each.name === name)
  if (!found) {
    const known = all.length === 0 ? 'Name another place.' : `It has ${all.map((each) => each.name).join(', ')}.`
    throw new UnusableFileError(place.name, name === undefined ? 'it has no backup' : `it has no backup ${name}`, known)
  }
  const source = { name: `${place.name} ${found.name}`, madeAt: found.name }
  const open = (key: string) => place.open(key)
  if (!found.key.endsWith(encryptedEnd)) {
    if (isSet) throw unlocked(source.name)
    return { ...source, open: () => open(found.key), openObject: (sha256) => open(objectKey(sha256)) }
  }
  const said = passphrase()
  if (!said) {
    throw new UnusableFileError(source.name, 'it is encrypted', 'Set BACKUP_PASSPHRASE to its passphrase.')
  }
  const cipher = await openCipher(place, said)
  const openSealed = async (key: string) => cipher.decrypt(await open(key))
  return {
    ...source,
    open: () => openSealed(found.key),
    openObject: (sha256) => openSealed(`${objectKey(cipher.nameOf(sha256))}${encryptedEnd}`),
  }
}

/** Returns a site's own backups of a place; where it has none, those that note no site. */
async function ownIn(place: Place, owner: Owner | undefined): Promise<Kept[]> {
  const all = await backupsIn(place)
  if (owner) return all.filter((each) => isOwn(each, owner))
  const mark = await markOf(place)
  const own = all.filter(({ deckId }) => mark !== undefined && deckId === mark)
  return own.length > 0 ? [...all.filter(({ deckId }) => deckId === undefined), ...own] : all
}
