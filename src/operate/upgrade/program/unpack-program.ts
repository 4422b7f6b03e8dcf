import { constants, createWriteStream, existsSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createTarDecoder } from 'modern-tar'
import { syncFile } from '../../../lib/file/sync-file.ts'
import { UnusableFileError } from '../../../lib/file/unusable-file.ts'
import { UsageError } from '../../command-line/arguments.ts'

/**
 * Copies a file to a new one that only this user may read. A path that is opened twice may lead to
 * two files, so a file that is verified before it is used has to be a copy. Throws UsageError.
 */
export async function copyAnew(from: string, to: string): Promise<void> {
  const isNone = new UsageError(`There is no file ${from}.`)
  if (!existsSync(from)) throw isNone
  await rm(to, { force: true })
  // A pipe without a writer would halt this otherwise.
  const source = await open(from, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    if (!(await source.stat()).isFile()) throw isNone
    await pipeline(source.createReadStream({ autoClose: false }), createWriteStream(to, { flags: 'wx', mode: 0o600 }))
  } finally {
    await source.close()
  }
}

/**
 * Writes the program in a download to a new file that can be executed. Throws UnusableFileError,
 * with the name of the download, for one without it.
 */
export async function unpackProgram(download: string, path: string, name: string): Promise<void> {
  await rm(path, { force: true })
  const entries = Bun.file(download)
    .stream()
    .pipeThrough(new DecompressionStream('gzip'))
    .pipeThrough(createTarDecoder({ strict: true }))
  for await (const { header, body } of entries) {
    if (!/^[^/]+\/tapedeck$/.test(header.name) || header.type !== 'file') {
      await body.cancel()
      continue
    }
    try {
      await writeProgram(body, path)
      return await syncFile(path)
    } catch (error) {
      // A part of a program would only keep a full disk full.
      await rm(path, { force: true })
      throw error
    }
  }
  throw new UnusableFileError(name, 'it has no program inside', 'Name the file for this machine, as downloaded.')
}

async function writeProgram(body: AsyncIterable<Uint8Array>, path: string): Promise<void> {
  const file = await open(path, 'wx', 0o755)
  try {
    for await (const piece of body) await file.appendFile(piece)
    // The umask of this program takes everybody else's rights away.
    await file.chmod(0o755)
  } finally {
    await file.close()
  }
}
