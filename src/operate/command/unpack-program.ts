import { open, rm } from 'node:fs/promises'
import { createTarDecoder } from 'modern-tar'
import { syncFile } from '../../lib/sync-file.ts'
import { UnusableFileError } from '../../lib/unusable-file.ts'

/**
 * Writes the program in a download to a new file that can be executed. Throws UnusableFileError for
 * one without it.
 */
export async function unpackProgram(download: string, path: string): Promise<void> {
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
  throw new UnusableFileError(download, 'it has no program inside', 'Name the file for this machine, as downloaded.')
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
