import { chmodSync, existsSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const othersMask = 0o077
const stickyBit = 0o1000

/** Whether others than its owner may do anything with a file or folder. */
export const isOpenToOthers = (path: string): boolean => (statSync(path).mode & othersMask) !== 0

/**
 * Takes a file or folder away from everybody but its owner. Answers whether it is private then: another user's cannot
 * be changed. A folder that many share (/tmp) stays as it is.
 */
export function makePrivate(path: string): boolean {
  const { mode } = statSync(path)
  if ((mode & othersMask) === 0) return true
  if ((mode & stickyBit) !== 0) return false
  try {
    chmodSync(path, mode & 0o700)
    return true
  } catch {
    return false
  }
}

/** Makes those of the paths private that are there. Answers the ones that are still open to others. */
export const makeAllPrivate = (paths: readonly string[]): string[] =>
  paths.filter((path) => existsSync(path) && !makePrivate(path))

/** A folder and everything in it; what a symbolic link leads to belongs to somebody else. */
export function* allWithin(dir: string): Generator<string> {
  yield dir
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name)
    if (entry.isDirectory()) yield* allWithin(path)
    else if (lstatSync(path, { throwIfNoEntry: false })?.isFile()) yield path
  }
}
