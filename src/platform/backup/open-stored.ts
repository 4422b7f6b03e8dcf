import { UnusableFileError } from '../../lib/file/unusable-file.ts'
import { say } from '../../lib/language/say.ts'
import type { BackupPlace } from './config.ts'
import { hasKey, openCipher } from './encryption.ts'
import { encryptedEnd, objectKey } from './kept-backups.ts'
import { openPlace } from './place.ts'

/** The stored files of all backups in a place; `open` has nothing for a hash that is not there. */
export type Stored = { name: string; open(sha256: string): Promise<ReadableStream<Uint8Array> | undefined> }

/** Opens a place's stored files; hashes are not compared. Throws UnusableFileError. */
export async function openStored(to: BackupPlace, passphrase: string | undefined): Promise<Stored> {
  const place = openPlace(to)
  const isEncrypted = await hasKey(place)
  if (isEncrypted && passphrase === undefined) {
    const advice = say('Set BACKUP_PASSPHRASE to theirs.')
    throw new UnusableFileError(place.name, say('its backups are encrypted'), advice)
  }
  const cipher = isEncrypted && passphrase !== undefined ? await openCipher(place, passphrase) : undefined
  const there = await place.list('objects/')
  return {
    name: place.name,
    async open(sha256) {
      const sealed = `${objectKey(cipher?.nameOf(sha256) ?? sha256)}${encryptedEnd}`
      if (cipher && there.has(sealed)) return cipher.decrypt(await place.open(sealed))
      // A place was perhaps begun before there was a passphrase.
      return there.has(objectKey(sha256)) ? place.open(objectKey(sha256)) : undefined
    },
  }
}
