import { chmodSync, existsSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const othersMask = 0o077
const stickyBit = 0o1000

/** Whether others than its owner may do anything with a file or folder. One that many share (/tmp) counts as private. */
export function isOpenToOthers(path: string): boolean {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0
  return (mode & othersMask) !== 0 && (mode & stickyBit) === 0
}

/** Takes a file or folder away from everybody but its owner. Answers whether it is private then: another user's stays. */
export function makePrivate(path: string): boolean {
  if (!isOpenToOthers(path)) return true
  try {
    chmodSync(path, statSync(path).mode & 0o700)
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
