import { closeSync, fsyncSync, openSync } from 'node:fs'
import { open } from 'node:fs/promises'

/** Waits until the disk has the bytes of a file. */
export async function syncFile(path: string): Promise<void> {
  // To be written to: elsewhere than on Linux a file that is only read cannot be synced.
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Waits until the disk has the names in a folder. Some file systems sync no folder (EINVAL): they keep names by themselves. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } catch (error) {
    if (!isRefused(error)) throw error
  } finally {
    await folder.close()
  }
}

/** The same at once, for the start, when nobody is kept waiting. */
export function syncFolderNow(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } catch (error) {
    if (!isRefused(error)) throw error
  } finally {
    closeSync(folder)
  }
}

const isRefused = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EINVAL'
