import { createReadStream, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Media on disk, each file stored once under the SHA-256 of its bytes. */
export type Blobs = {
  /** Where a blob lies, whether or not it is there. */
  path(sha256: string): string
  /** A new path for a file that is not whole yet; whatever is left there is swept when serving starts. */
  scratch(name: string): string
  /** Moves a whole file under its hash. The same bytes again cost nothing. */
  adopt(path: string, sha256: string): void
  remove(sha256: string): void
  /** Where a file lies that was made out of blobs and can be made again. */
  made(name: string): string
  /** Removes what an earlier process left half done. Only the process that serves may do this. */
  sweepScratch(): void
}

/** Opens the folder. */
export function createBlobs(dir: string): Blobs {
  const scratchDir = join(dir, 'scratch')
  mkdirSync(scratchDir, { recursive: true, mode: 0o700 })
  const madeDir = join(dir, 'made')
  mkdirSync(madeDir, { recursive: true, mode: 0o700 })
  const path = (sha256: string) => join(dir, sha256.slice(0, 2), sha256)
  return {
    path,
    scratch: (name) => join(scratchDir, name),
    adopt(from, sha256) {
      const to = path(sha256)
      if (existsSync(to)) return rmSync(from, { force: true })
      mkdirSync(join(dir, sha256.slice(0, 2)), { recursive: true, mode: 0o700 })
      renameSync(from, to)
    },
    sweepScratch() {
      rmSync(scratchDir, { recursive: true, force: true })
      mkdirSync(scratchDir, { mode: 0o700 })
    },
    remove: (sha256) => rmSync(path(sha256), { force: true }),
    made: (name) => join(madeDir, name),
  }
}

/** SHA-256 (lower-case hex) of a file of any size, read in pieces. */
export async function hashFile(path: string): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256')
  for await (const piece of createReadStream(path)) hasher.update(piece)
  return hasher.digest('hex')
}
