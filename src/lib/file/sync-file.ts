import { closeSync, fsyncSync, openSync } from 'node:fs'
import { open } from 'node:fs/promises'

/** Waits until a file's bytes are on the disk. */
export async function syncFile(path: string): Promise<void> {
  // Opened for writing: outside Linux a read-only file cannot be synced.
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Some file systems cannot sync a folder (EINVAL) and keep names by themselves. */
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

/** The same synchronously, for the start, when nothing else runs. */
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
