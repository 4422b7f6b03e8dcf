import { createSha256 } from '../sha256.ts'
import { toHex } from './bytes.ts'
import { Altered } from './check.ts'
import type { Rendition } from './signed-manifest.ts'

/** Checks that a file is one that the manifest names, byte for byte. Returns what holds; throws Altered. */
export function checkFile(
  renditions: readonly Rendition[],
  { name, sha256 }: { name: string; sha256: string },
): string {
  const found = renditions.find((each) => each.sha256 === sha256)
  if (!found) {
    const why = `“${name}” is not a file of this release, or was changed: its SHA-256 is ${sha256}.`
    throw new Altered(`${why} A download with tags written in is not the original: download that one.`)
  }
  const what = found.role === 'master' ? 'the original of' : 'the hook of'
  return `“${name}” is ${what} “${found.title}”, byte for byte.`
}

/** Returns the SHA-256 of a stream, in hex. It is never held as a whole. `read` is told how many bytes there were so far. */
export async function hashStream(pieces: AsyncIterable<Uint8Array>, read = (_: number) => {}): Promise<string> {
  const hash = createSha256()
  let bytes = 0
  for await (const piece of pieces) {
    hash.update(piece)
    bytes += piece.length
    read(bytes)
  }
  return toHex(hash.digest())
}
