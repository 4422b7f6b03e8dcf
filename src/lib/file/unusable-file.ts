import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { diskFaultOf } from './disk-fault.ts'

const leastRoomBytes = 1_000_000

/** A file or folder of the operator cannot be used: says which, why, and what to do. */
export class UnusableFileError extends Error {
  override readonly name = 'UnusableFileError'
  readonly reason: string
  readonly advice: string

  constructor(path: string, reason: string, advice: string) {
    super(`${path} cannot be used: ${reason}. ${advice}`)
    this.reason = reason
    this.advice = advice
  }
}

/** The same for a full disk, which is not a fault of the file. */
export class FullDiskError extends UnusableFileError {
  constructor(path: string) {
    super(path, 'the disk is full', 'Make room on it and start again. Nothing is wrong with what is stored there.')
  }
}

/** Opens a path. Throws UnusableFileError, with advice, for anything that `open` throws. */
export function openedAt<T>(path: string, advice: string, open: () => T): T {
  try {
    return open()
  } catch (error) {
    throw (
      unusableDisk(path, error) ??
      new UnusableFileError(path, error instanceof Error ? error.message : String(error), advice)
    )
  }
}

/** Does something with a path. Throws UnusableFileError for faults of the disk; all others pass. */
export function writtenAt<T>(path: string, write: () => T): T {
  try {
    return write()
  } catch (error) {
    throw unusableDisk(path, error) ?? error
  }
}

/** For a disk that cannot be written to when the program starts; undefined for any other fault. */
export function unusableDisk(path: string, thrown: unknown): UnusableFileError | undefined {
  if (thrown instanceof UnusableFileError) return thrown
  const fault = diskFaultOf(thrown)
  if (!fault) return undefined
  if (fault.kind === 'closed') {
    const advice = 'Let the user that runs this read and write it, or name another folder with DATA_DIR.'
    return new UnusableFileError(path, `it may not be written to (${fault.code})`, advice)
  }
  // SQLite reports a full disk and a broken one alike, but for the file beside the log, which it
  // only makes longer.
  const isAmbiguous = fault.code.startsWith('SQLITE_IOERR') && fault.code !== 'SQLITE_IOERR_SHMSIZE'
  if (!isAmbiguous || isFull(dirname(path))) return new FullDiskError(path)
  const advice = 'Look at the disk, its room and its limits before anything else.'
  return new UnusableFileError(path, `the disk refused to work (${fault.code})`, advice)
}

/** Returns a fault of the disk as the error that says so in words, and anything else as it is. */
export function diskInWords(thrown: unknown): unknown {
  const path = thrown instanceof Error && 'path' in thrown ? String(thrown.path) : 'The data folder'
  return unusableDisk(path, thrown) ?? thrown
}

export function isFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize < leastRoomBytes
  } catch {
    return false
  }
}
