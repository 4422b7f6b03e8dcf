import { type Hash, nodeHash, type ReadNode, wantedNodes } from '../hash/merkle.ts'
import { tileIndex, tileWidth } from '../hash/tile-path.ts'
import { Unreadable } from './check.ts'

const hashBytes = 32
const levelsOfTile = 8

/** Returns a tile of the log by the part of its path after `/log/tile/`. */
export type ReadTile = (path: string) => Promise<Uint8Array>

/**
 * Runs `build` with the hashes of a log of `size` entries, which are read from its tiles (C2SP
 * tlog-tiles), and returns its result. `build` runs twice: first to learn which hashes it needs.
 */
export async function withNodes<T>(size: number, readTile: ReadTile, build: (read: ReadNode) => T): Promise<T> {
  const wanted = new Set(wantedNodes(build).map(([level, position]) => tileOf(size, level, position).path))
  const tiles = new Map<string, Uint8Array>()
  await Promise.all([...wanted].map(async (path) => tiles.set(path, await readTile(path))))
  return build((level, position) => {
    const { path, from, count } = tileOf(size, level, position)
    const bytes = tiles.get(path)?.subarray(from * hashBytes, (from + count) * hashBytes)
    if (bytes?.length !== count * hashBytes) throw new Unreadable('A part of the log is shorter than it has to be.')
    return rootOf(Array.from({ length: count }, (_, at) => bytes.subarray(at * hashBytes, (at + 1) * hashBytes)))
  })
}

/** Where the hashes of a subtree are: `count` of a tile, beginning with the one at `from`. */
function tileOf(size: number, level: number, position: number) {
  const tileLevel = Math.floor(level / levelsOfTile)
  const count = 2 ** (level % levelsOfTile)
  const first = position * count
  const tile = Math.floor(first / tileWidth)
  const present = Math.min(tileWidth, Math.floor(size / tileWidth ** tileLevel) - tile * tileWidth)
  const path = `${tileLevel}/${tileIndex(tile)}${present < tileWidth ? `.p/${present}` : ''}`
  return { path, from: first % tileWidth, count }
}

/** Returns the path of the bundle of entries with a number, in a log of `size` entries. */
export function entriesPath(number: number, size: number): string {
  const present = Math.min(tileWidth, size - number * tileWidth)
  return `entries/${tileIndex(number)}${present < tileWidth ? `.p/${present}` : ''}`
}

/** Returns the entries of a bundle: each after its length, which is two bytes. */
export function readEntries(bundle: Uint8Array): Uint8Array[] {
  const entries: Uint8Array[] = []
  for (let at = 0; at + 2 <= bundle.length; ) {
    const end = at + 2 + (bundle[at] ?? 0) * 256 + (bundle[at + 1] ?? 0)
    entries.push(bundle.subarray(at + 2, end))
    at = end
  }
  return entries
}

/** Takes all parts at one level; their number is a power of two. */
function rootOf(hashes: readonly Hash[]): Hash {
  const [first = new Uint8Array(), second] = hashes
  if (second === undefined) return first
  return rootOf(hashes.flatMap((hash, at) => (at % 2 === 0 ? [nodeHash(hash, hashes[at + 1] ?? hash)] : [])))
}
