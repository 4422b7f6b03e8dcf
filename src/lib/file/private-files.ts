import {
  chmodSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

const othersMask = 0o077
const stickyBit = 0o1000

/** A shared one (/tmp) counts as private. */
export function isOpenToOthers(path: string): boolean {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0
  return (mode & othersMask) !== 0 && (mode & stickyBit) === 0
}

/** Returns whether it is private then: another user's cannot be changed. */
export function makePrivate(path: string): boolean {
  if (!isOpenToOthers(path)) return true
  try {
    chmodSync(path, statSync(path).mode & 0o700)
    return true
  } catch {
    return false
  }
}

/** Makes the existing paths private. Returns those that others can still access. */
export const makeAllPrivate = (paths: readonly string[]): string[] =>
  paths.filter((path) => existsSync(path) && !makePrivate(path))

/**
 * Gives a file or folder to the owner of another one, where this user may: a service could not open
 * files that root creates in its data folder. Of a symbolic link, which the service may have put
 * there, never what it leads to.
 */
export function giveToOwnerOf(model: string, path: string): void {
  const [wanted, own] = [statSync(model), lstatSync(path)]
  if (own.uid === wanted.uid && own.gid === wanted.gid) return
  try {
    lchownSync(path, wanted.uid, wanted.gid)
  } catch {
    // Only root may. Other users can only create files of their own.
  }
}

/** Writes a file that only its owner may read, in place of a symbolic link that has its name. */
export function writeAnew(path: string, text: string): void {
  rmSync(path, { force: true })
  writeFileSync(path, text, { mode: 0o600, flag: 'wx' })
}

/** Creates a folder within another one, for the owner of that. */
export function makeFolder(within: string, folder: string): void {
  if (existsSync(folder)) return
  makeFolder(within, dirname(folder))
  mkdirSync(folder, { mode: 0o700 })
  giveToOwnerOf(within, folder)
}

/** Yields a folder and everything in it, without following symbolic links. */
export function* allWithin(dir: string): Generator<string> {
  yield dir
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name)
    if (entry.isDirectory()) yield* allWithin(path)
    else if (lstatSync(path, { throwIfNoEntry: false })?.isFile()) yield path
  }
}
