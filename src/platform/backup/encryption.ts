import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { UnusableFileError } from '../../lib/file/unusable-file.ts'
import { say } from '../../lib/language/say.ts'
import type { Place } from './place.ts'

type Bytes = ReadableStream<Uint8Array>

/**
 * Encrypts and decrypts files of a place in the format of age (https://age-encryption.org/v1).
 * `nameOf` hides a stored file's hash, by which somebody could tell which music it is.
 */
export type Cipher = {
  encrypt(bytes: Bytes): Promise<Bytes>
  decrypt(bytes: Bytes): Promise<Bytes>
  nameOf(sha256: string): string
}

/** The key of a place, itself encrypted with the passphrase. */
const identityKey = 'identity.age'

// 64 MB of memory and a quarter of a second: a machine of 256 MB makes backups too.
const workFactor = 16

/**
 * Returns the cipher of a place, whose key is made at the first backup: a passphrase takes a
 * quarter of a second for each file that it encrypts. Throws UnusableFileError for another
 * passphrase than that of the place, and where there is no key and none is to be made.
 */
export async function openCipher(place: Place, passphrase: string, makesKey = false): Promise<Cipher> {
  if (await hasKey(place)) return cipherOf(await unsealed(place, passphrase))
  if (!makesKey)
    throw new UnusableFileError(place.name, `it has no ${identityKey}`, 'Without that nobody can decrypt it.')
  const identity = await generateX25519Identity()
  const sealer = new Encrypter()
  sealer.setPassphrase(passphrase)
  sealer.setScryptWorkFactor(workFactor)
  await place.put(identityKey, new Blob([new Uint8Array(await sealer.encrypt(identity))]))
  return cipherOf(identity)
}

export const hasKey = async (place: Place): Promise<boolean> => (await place.list(identityKey)).has(identityKey)

/** Throws UnusableFileError for another passphrase than that of the place, where it has one. */
export async function requireSamePassphrase(place: Place, passphrase: string): Promise<void> {
  if (await hasKey(place)) await unsealed(place, passphrase)
}

/** Throws UnusableFileError for a place of encrypted backups: none is added to it unencrypted. */
export async function refuseEncrypted(place: Place): Promise<void> {
  if (!(await hasKey(place))) return
  const advice = 'Set BACKUP_PASSPHRASE to theirs, or name another folder or prefix.'
  throw new UnusableFileError(place.name, 'its backups are encrypted, and no passphrase is set', advice)
}

const ageMark = Buffer.from('age-encryption.org/v1')

/** Whether a file is encrypted, by what it begins with. */
export const isEncrypted = (start: Uint8Array): boolean => ageMark.equals(start.subarray(0, ageMark.length))

export async function encryptBy(passphrase: string, bytes: Bytes): Promise<Bytes> {
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  encrypter.setScryptWorkFactor(workFactor)
  return encrypter.encrypt(bytes)
}

export async function decryptBy(passphrase: string, bytes: Bytes): Promise<Bytes> {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  const decrypted = await decrypter.decrypt(bytes).catch(() => {
    throw new Error('it was encrypted with another passphrase')
  })
  return wholeOnly(decrypted, altered)
}

async function unsealed(place: Place, passphrase: string): Promise<string> {
  const sealed = await new Response(await place.open(identityKey)).bytes()
  const opener = new Decrypter()
  opener.addPassphrase(passphrase)
  try {
    return await opener.decrypt(sealed, 'text')
  } catch {
    const advice = say('Set BACKUP_PASSPHRASE to that one, or name another place.')
    throw new UnusableFileError(place.name, say('its backups were encrypted with another passphrase'), advice)
  }
}

async function cipherOf(identity: string): Promise<Cipher> {
  const recipient = await identityToRecipient(identity)
  return {
    async encrypt(bytes) {
      const encrypter = new Encrypter()
      encrypter.addRecipient(recipient)
      return encrypter.encrypt(bytes)
    },
    async decrypt(bytes) {
      const decrypter = new Decrypter()
      decrypter.addIdentity(identity)
      return wholeOnly(await decrypter.decrypt(bytes).catch(altered), altered)
    },
    nameOf: (sha256) =>
      new Bun.CryptoHasher('sha256', identity).update(`name of the stored file ${sha256}`).digest('hex'),
  }
}

const altered = (): never => {
  throw new Error('it was cut short or altered')
}

/** Returns the same bytes; a fault among them is told in our words. */
function wholeOnly(bytes: Bytes, fault: () => never): Bytes {
  const reader = bytes.getReader()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read().catch(fault)
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
}
