import { existsSync } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { createTarPacker, type TarPackController } from 'modern-tar'
import { syncFolder } from '../lib/sync-file.ts'
import { UnusableFileError } from '../lib/unusable-file.ts'
import { version } from '../version.ts'
import { databaseName, headName } from './format.ts'
import { type HeldFile, holdFiles } from './held-files.ts'

/** How many files a backup has, and their bytes. */
export type Amount = { files: number; bytes: number }

/**
 * Writes a data folder into one new file that only its user can read, while the service goes on (rule 1.8). Throws
 * UnusableFileError when there is nothing to back up, and when the file exists.
 */
export async function writeBackup(dataDir: string, path: string, madeAt: Date): Promise<Amount> {
  if (!existsSync(join(dataDir, databaseName))) {
    throw new UnusableFileError(dataDir, `it has no ${databaseName}`, 'Name the folder to back up with DATA_DIR.')
  }
  if (existsSync(path)) throw new UnusableFileError(path, 'it exists already', 'Name a new file.')
  using held = holdFiles(dataDir)
  const part = `${path}.${process.pid}.part`
  try {
    const amount = await pack(held.files, part, madeAt)
    await rename(part, path)
    await syncFolder(dirname(resolve(path)))
    return amount
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

async function pack(files: readonly HeldFile[], path: string, madeAt: Date): Promise<Amount> {
  const { readable, controller } = createTarPacker()
  const file = await open(path, 'wx', 0o600)
  try {
    const writing = readable.pipeTo(new WritableStream({ write: (piece) => file.appendFile(piece) }))
    const adding = addAll(controller, files, madeAt).catch((error: unknown) => {
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

async function addAll(controller: TarPackController, files: readonly HeldFile[], madeAt: Date): Promise<Amount> {
  const head = { program: 'tapedeck', format: 1, version, madeAt: madeAt.toISOString() }
  await add(controller, headName, new Blob([JSON.stringify(head)]), madeAt)
  let bytes = 0
  for (const { name, path } of files) {
    const { size, mtime } = await stat(path)
    // An upload may grow meanwhile.
    await add(controller, name, Bun.file(path).slice(0, size), mtime)
    bytes += size
  }
  controller.finalize()
  return { files: files.length, bytes }
}

const add = (controller: TarPackController, name: string, bytes: Blob, mtime: Date) =>
  bytes.stream().pipeTo(controller.add({ name, size: bytes.size, type: 'file', mode: 0o600, mtime }))
