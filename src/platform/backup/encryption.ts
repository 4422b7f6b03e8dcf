import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { UnusableFileError } from '../../lib/unusable-file.ts'
import type { Place } from './place.ts'

type Bytes = ReadableStream<Uint8Array>

/** Encrypts and decrypts files of a place in the format of age (https://age-encryption.org/v1). */
export type Cipher = { encrypt(bytes: Bytes): Promise<Bytes>; decrypt(bytes: Bytes): Promise<Bytes> }

/** The key of a place, itself encrypted with the passphrase. */
export const identityKey = 'identity.age'

// 64 MB of memory and a quarter of a second: a machine of 256 MB makes backups too.
const workFactor = 16

/**
 * Returns the cipher of a place, whose key is made at the first backup: a passphrase takes a
 * quarter of a second for each file that it encrypts. `store` keeps a new key. Throws
 * UnusableFileError for another passphrase than that of the place, and where there is no key and
 * none is to be made.
 */
export async function openCipher(
  place: Place,
  passphrase: string,
  store?: (sealed: Uint8Array) => Promise<void>,
): Promise<Cipher> {
  const isThere = (await place.list(identityKey)).has(identityKey)
  if (isThere) return cipherOf(await unsealed(place, passphrase))
  if (!store) throw new UnusableFileError(place.name, `it has no ${identityKey}`, 'Without that nobody can decrypt it.')
  const identity = await generateX25519Identity()
  const sealer = new Encrypter()
  sealer.setPassphrase(passphrase)
  sealer.setScryptWorkFactor(workFactor)
  await store(await sealer.encrypt(identity))
  return cipherOf(identity)
}

async function unsealed(place: Place, passphrase: string): Promise<string> {
  const sealed = await new Response(await place.open(identityKey)).bytes()
  const opener = new Decrypter()
  opener.addPassphrase(passphrase)
  try {
    return await opener.decrypt(sealed, 'text')
  } catch {
    const advice = 'Set BACKUP_PASSPHRASE to that one, or name another place.'
    throw new UnusableFileError(place.name, 'its backups were encrypted with another passphrase', advice)
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
