import { existsSync, statSync } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { createTarPacker, type TarPackController } from 'modern-tar'
import { syncFolder } from '../../lib/file/sync-file.ts'
import { UnusableFileError } from '../../lib/file/unusable-file.ts'
import { version } from '../version.ts'
import { encryptBy } from './encryption.ts'
import { type Head, hashIn, headName, sumsName } from './format.ts'
import { type HeldFile, holdFiles } from './held-files.ts'

export type Amount = { files: number; bytes: number }

/** The same, with the stored files whose bytes have changed: they are in the backup as they are. */
export type Written = Amount & { damaged: string[] }

type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>
type ToWrite = { bucketList?: string | undefined; passphrase?: string | undefined }

/**
 * Writes the data folder of a site into one new file that only its user can read, while the service
 * continues (rule: backup). `bucketList`: the list of the bucket's content. `passphrase`:
 * encrypts it, in the format of age. Throws UnusableFileError when the file exists or has no
 * folder.
 */
export async function writeBackup(dataDir: string, path: string, madeAt: Date, how: ToWrite): Promise<Written> {
  const { bucketList, passphrase } = how
  const folder = dirname(resolve(path))
  if (!existsSync(folder) || !statSync(folder).isDirectory()) {
    throw new UnusableFileError(path, `there is no folder ${folder}`, 'Name a file in a folder that is there.')
  }
  if (existsSync(path)) throw new UnusableFileError(path, 'it exists already', 'Name a new file.')
  using held = holdFiles(dataDir, bucketList, 'backup-file-')
  const part = `${path}.${process.pid}.part`
  try {
    const seal = (bytes: Bytes) => (passphrase === undefined ? bytes : encryptBy(passphrase, bytes))
    const amount = await packTo(part, held.files, madeAt, [], seal)
    await rename(part, path)
    await syncFolder(folder)
    return amount
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

/** A stored file that a backup has outside its tar file. */
export type Elsewhere = { name: string; bytes: number; hash: string }

/** Writes a new tar file, with gzip; its list of hashes has the files `elsewhere` too. */
export const packCompressed = (
  path: string,
  files: readonly HeldFile[],
  madeAt: Date,
  elsewhere: readonly Elsewhere[],
): Promise<Written> =>
  packTo(path, files, madeAt, elsewhere, (bytes) => bytes.pipeThrough(new CompressionStream('gzip')))

/** Writes a tar file that must not exist. `change` compresses or encrypts its bytes. */
async function packTo(
  path: string,
  files: readonly HeldFile[],
  madeAt: Date,
  elsewhere: readonly Elsewhere[],
  change: (bytes: Bytes) => ReadableStream<Uint8Array> | Promise<ReadableStream<Uint8Array>>,
): Promise<Written> {
  const { readable, controller } = createTarPacker()
  const file = await open(path, 'wx', 0o600)
  try {
    const written = new WritableStream<Uint8Array>({ write: (piece) => file.appendFile(piece) })
    const writing = Promise.resolve(change(readable)).then((bytes) => bytes.pipeTo(written))
    const adding = addAll(controller, files, madeAt, elsewhere).catch((error: unknown) => {
      controller.error(error)
      throw error
    })
    const [amount] = await Promise.all([adding, writing])
    await file.sync()
    return amount
  } finally {
    await file.close()
  }
}

async function addAll(
  controller: TarPackController,
  files: readonly HeldFile[],
  madeAt: Date,
  elsewhere: readonly Elsewhere[],
): Promise<Written> {
  const head: Head = {
    program: 'tapedeck',
    format: 2,
    version,
    madeAt: madeAt.toISOString(),
    files: files.length + elsewhere.length,
  }
  await add(controller, headName, new Blob([JSON.stringify(head)]), madeAt)
  const sums: string[] = []
  const damaged: string[] = []
  let bytes = 0
  for (const { name, path } of files) {
    const { size, mtime } = await stat(path)
    // An upload may grow meanwhile.
    const hash = await add(controller, name, Bun.file(path).slice(0, size), mtime)
    if ((hashIn(name) ?? hash) !== hash) damaged.push(name)
    sums.push(`${hash}  ${name}\n`)
    bytes += size
  }
  for (const { name, bytes: size, hash } of elsewhere) {
    sums.push(`${hash}  ${name}\n`)
    bytes += size
  }
  await add(controller, sumsName, new Blob(sums), madeAt)
  controller.finalize()
  return { files: files.length + elsewhere.length, bytes, damaged }
}

async function add(controller: TarPackController, name: string, bytes: Blob, mtime: Date): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256')
  const hashing = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, through) {
      hasher.update(piece)
      through.enqueue(piece)
    },
  })
  const entry = controller.add({ name, size: bytes.size, type: 'file', mode: 0o600, mtime })
  await bytes.stream().pipeThrough(hashing).pipeTo(entry)
  return hasher.digest('hex')
}
