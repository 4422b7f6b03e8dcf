import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { giveToOwnerOf } from '../../lib/private-files.ts'
import { UnusableFileError } from '../../lib/unusable-file.ts'
import { type Cipher, identityKey, openCipher } from './encryption.ts'
import { hashIn } from './format.ts'
import { type HeldFile, holdFiles } from './held-files.ts'
import { encryptedEnd, listKey, nameAt, objectKey, removeOld } from './kept-backups.ts'
import type { Place } from './place.ts'
import { type Elsewhere, packTo, type Written } from './write-backup.ts'

/** A backup that was added, and which old ones were removed. */
export type Added = Written & { name: string; newBytes: number; removed: string[] }

/** A backup to add. `passphrase`: encrypts it. `keepsAll`: no old one is removed. */
export type ToAdd = {
  madeAt: Date
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
  const { madeAt, passphrase, keepsAll = false, bucketList } = toAdd
  const name = nameAt(madeAt)
  using held = holdFiles(dataDir, bucketList)
  using aside = makeAside(dataDir)
  if ((await place.list(`backups/${name}.tar`)).size > 0)
    throw new UnusableFileError(`${place.name} ${name}`, 'it exists already', 'Wait a second.')
  const keepKey = async (sealed: Uint8Array) => {
    await Bun.write(join(aside.path, identityKey), sealed)
    await place.put(identityKey, join(aside.path, identityKey))
  }
  const cipher = passphrase === undefined ? undefined : await openCipher(place, passphrase, keepKey)
  const end = cipher ? encryptedEnd : ''
  const adding = { place, cipher, end, aside: aside.path }
  const { elsewhere, damaged, newBytes } = await addObjects(adding, held.files)
  const others = held.files.filter(({ name: each }) => hashIn(each) === undefined)
  const tar = join(aside.path, 'backup.tar')
  const { bytes, files } = await packTo(tar, others, madeAt, elsewhere)
  const hash = await hashOf(Bun.file(tar).stream())
  const list = join(aside.path, 'objects')
  await Bun.write(list, elsewhere.map(({ name: each }) => `${objectKey(hashIn(each) ?? '')}${end}\n`).join(''))
  await place.put(listKey(name), list)
  await putVerified(adding, `backups/${name}.tar`, tar, hash)
  const tarBytes = statSync(tar).size
  const removed = damaged.length > 0 || keepsAll ? [] : await removeOld(place)
  return { name, files, bytes, newBytes: newBytes + tarBytes, damaged, removed }
}

type Adding = { place: Place; cipher: Cipher | undefined; end: string; aside: string }

async function addObjects(adding: Adding, files: readonly HeldFile[]) {
  const known = await adding.place.list('objects/')
  const elsewhere: Elsewhere[] = []
  const damaged: string[] = []
  let newBytes = 0
  for (const { name, path } of files) {
    const sha256 = hashIn(name)
    if (sha256 === undefined) continue
    const { size } = statSync(path)
    let hash = sha256
    if (!known.has(`${objectKey(sha256)}${adding.end}`)) {
      hash = await hashOf(Bun.file(path).stream())
      if (hash !== sha256) damaged.push(name)
      await putVerified(adding, objectKey(sha256), path, hash)
      newBytes += size
    }
    elsewhere.push({ name, bytes: size, hash })
  }
  return { elsewhere, damaged, newBytes }
}

/**
 * Stores a file, encrypted where the place is, and reads it again. Throws when its bytes differ.
 */
async function putVerified({ place, cipher, end, aside }: Adding, name: string, path: string, hash: string) {
  const key = `${name}${end}`
  if (cipher) {
    const sealed = join(aside, 'sealed')
    await Bun.write(sealed, new Response(await cipher.encrypt(Bun.file(path).stream())))
    await place.put(key, sealed)
  } else await place.put(key, path)
  const stored = await place.open(key)
  if ((await hashOf(cipher ? await cipher.decrypt(stored) : stored)) === hash) return
  await place.remove(key)
  const reason = `${key} was read back as other bytes than were written`
  throw new UnusableFileError(place.name, reason, 'Check the disk, or what is between this machine and the bucket.')
}

async function hashOf(bytes: ReadableStream<Uint8Array>): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256')
  for await (const piece of bytes) hasher.update(piece)
  return hasher.digest('hex')
}

/** A folder that is removed with its scope, and by serving when it starts. */
function makeAside(dataDir: string): Disposable & { path: string } {
  const scratch = join(dataDir, 'blobs/scratch')
  mkdirSync(scratch, { recursive: true, mode: 0o700 })
  const path = mkdtempSync(join(scratch, 'backup-'))
  giveToOwnerOf(dataDir, path)
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}
