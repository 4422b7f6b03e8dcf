import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { giveToOwnerOf } from '../../lib/file/private-files.ts'
import { UnusableFileError } from '../../lib/file/unusable-file.ts'
import { type Cipher, openCipher, refuseEncrypted } from './encryption.ts'
import { hashIn } from './format.ts'
import { type HeldFile, holdFiles } from './held-files.ts'
import {
  encryptedEnd,
  listKey,
  nameAt,
  type Owner,
  objectKey,
  removeLeftovers,
  removeOld,
  tarKey,
} from './kept-backups.ts'
import { FullPlaceError, type Place } from './place.ts'
import { type Elsewhere, packCompressed, type Written } from './write-backup.ts'

export type Added = Written & { name: string; newBytes: number; removed: string[] }

/**
 * A backup to add. `owner`: the site whose it is. `passphrase`: encrypts it. `keepsAll`: the old
 * ones are doubted, so none is removed, and stored files are read again.
 */
export type ToAdd = {
  madeAt: Date
  owner: Owner
  passphrase?: string | undefined
  keepsAll?: boolean
  bucketList?: string | undefined
}

/**
 * Adds a backup to a place, while the service goes on (rule: backup-place): stored files by the
 * hash of their content, once for all backups, and everything else in one tar file. All that is
 * written is read again and compared, and only then old backups are removed. Throws
 * UnusableFileError.
 */
export async function addBackup(dataDir: string, place: Place, toAdd: ToAdd): Promise<Added> {
  try {
    return await addOnce(dataDir, place, toAdd)
  } catch (error) {
    // A place that is full makes room with what the new backup would remove.
    if (toAdd.keepsAll || !(error instanceof FullPlaceError)) throw error
    const removed = await removeOld(place, toAdd.owner, toAdd.madeAt.getTime(), true)
    if (removed.length === 0) throw error
    const added = await addOnce(dataDir, place, toAdd)
    return { ...added, removed: [...removed, ...added.removed] }
  }
}

async function addOnce(dataDir: string, place: Place, toAdd: ToAdd): Promise<Added> {
  const { madeAt, owner, passphrase, keepsAll = false, bucketList } = toAdd
  if (passphrase === undefined) await refuseEncrypted(place)
  const name = nameAt(madeAt)
  const key = tarKey(name, owner.deckId)
  await removeLeftovers(place, owner)
  removeAsides(dataDir)
  using held = holdFiles(dataDir, bucketList)
  using aside = makeAside(dataDir)
  if ((await place.list(key)).size > 0)
    throw new UnusableFileError(`${place.name} ${name}`, 'it exists already', 'Wait a second.')
  const cipher = passphrase === undefined ? undefined : await openCipher(place, passphrase, true)
  const end = cipher ? encryptedEnd : ''
  const adding = { place, cipher, end, aside: aside.path }
  const { elsewhere, inTar, newBytes } = await addObjects(adding, held.files, keepsAll)
  const tar = join(aside.path, 'backup.tar')
  const { bytes, files, damaged } = await packCompressed(tar, inTar, madeAt, elsewhere)
  const hash = await hashOf(Bun.file(tar).stream())
  const list = join(aside.path, 'objects')
  await Bun.write(list, elsewhere.map(({ name: each }) => `${storedKey(adding, hashIn(each) ?? '')}${end}\n`).join(''))
  // Plain, and as sure as the tar: by it old stored files are removed.
  const plain = { ...adding, cipher: undefined, end: '' }
  await putVerified(plain, listKey(key), list, await hashOf(Bun.file(list).stream()))
  await putVerified(adding, key, tar, hash)
  const tarBytes = statSync(tar).size
  const removed = damaged.length > 0 || keepsAll ? [] : await removeOld(place, owner, madeAt.getTime())
  return { name, files, bytes, newBytes: newBytes + tarBytes, damaged, removed }
}

type Adding = { place: Place; cipher: Cipher | undefined; end: string; aside: string }

/** Returns the key of a stored file, without the end of an encrypted one. */
const storedKey = ({ cipher }: Adding, sha256: string): string => objectKey(cipher?.nameOf(sha256) ?? sha256)

/** `rereads`: what the place has already is read again, and replaced where it is damaged. */
async function addObjects(adding: Adding, files: readonly HeldFile[], rereads: boolean) {
  const known = await adding.place.list('objects/')
  const elsewhere: Elsewhere[] = []
  const inTar: HeldFile[] = []
  let newBytes = 0
  for (const file of files) {
    const sha256 = hashIn(file.name)
    const key = `${storedKey(adding, sha256 ?? '')}${adding.end}`
    const isThere = known.has(key) && !(rereads && (await storedHash(adding, key).catch(() => undefined)) !== sha256)
    // Damaged bytes too go into the tar: later backups take what is stored by its hash for whole.
    if (sha256 === undefined || !(isThere || (await hashOf(Bun.file(file.path).stream())) === sha256)) {
      inTar.push(file)
      continue
    }
    const { size } = statSync(file.path)
    if (!isThere) {
      await putVerified(adding, storedKey(adding, sha256), file.path, sha256)
      newBytes += size
    }
    elsewhere.push({ name: file.name, bytes: size, hash: sha256 })
  }
  return { elsewhere, inTar, newBytes }
}

/** Returns the SHA-256 of a stored file, decrypted. */
async function storedHash({ place, cipher }: Adding, key: string): Promise<string> {
  const stored = await place.open(key)
  return hashOf(cipher ? await cipher.decrypt(stored) : stored)
}

/** Encrypted where the place is. Throws when the bytes read back differ. */
async function putVerified(adding: Adding, name: string, path: string, hash: string) {
  const { place, cipher, end, aside } = adding
  const key = `${name}${end}`
  if (cipher) {
    const sealed = join(aside, 'sealed')
    await Bun.write(sealed, new Response(await cipher.encrypt(Bun.file(path).stream())))
    await place.put(key, Bun.file(sealed))
  } else await place.put(key, Bun.file(path))
  if ((await storedHash(adding, key)) === hash) return
  await place.remove(key)
  const reason = `${key} was read back as other bytes than were written`
  throw new UnusableFileError(place.name, reason, 'Check the disk, or what is between this machine and the bucket.')
}

async function hashOf(bytes: ReadableStream<Uint8Array>): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256')
  for await (const piece of bytes) hasher.update(piece)
  return hasher.digest('hex')
}

/** Removes from the scratch folder what interrupted backups and trials left there. */
function removeAsides(dataDir: string): void {
  const scratch = join(dataDir, 'blobs/scratch')
  if (!existsSync(scratch)) return
  for (const name of readdirSync(scratch))
    if (/^(?:backup-(?!file-)|trial-)/.test(name)) rmSync(join(scratch, name), { recursive: true, force: true })
}

/** A folder that ends with its scope, or at the latest when serving starts again. */
function makeAside(dataDir: string): Disposable & { path: string } {
  const scratch = join(dataDir, 'blobs/scratch')
  mkdirSync(scratch, { recursive: true, mode: 0o700 })
  const path = mkdtempSync(join(scratch, 'backup-'))
  giveToOwnerOf(dataDir, path)
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}
