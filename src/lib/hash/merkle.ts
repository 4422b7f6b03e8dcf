import { sha256 } from './sha256.ts'

/** A SHA-256 of 32 bytes. */
export type Hash = Uint8Array

/** Returns the hash of a complete subtree: 2^level entries from position * 2^level. */
export type ReadNode = (level: number, position: number) => Hash

/** The position of a subtree: its level, and its index among those of its level. */
export type NodePlace = readonly [level: number, position: number]

const hashBytes = 32

/** Returns the subtrees whose hashes are needed to build a root or a proof. */
export function wantedNodes(build: (read: ReadNode) => unknown): NodePlace[] {
  const wanted: NodePlace[] = []
  build((level, position) => {
    wanted.push([level, position])
    return new Uint8Array(hashBytes)
  })
  return wanted
}

const leafPrefix = Uint8Array.of(0)
const nodePrefix = Uint8Array.of(1)

/** Returns the hash of an entry as a leaf (RFC 6962, 2.1). */
export const leafHash = (entry: Uint8Array): Hash => sha256(leafPrefix, entry)

/** Returns the hash of an inner node (RFC 6962, 2.1). */
export const nodeHash = (left: Hash, right: Hash): Hash => sha256(nodePrefix, left, right)

/** Returns the largest power of two below a number (≥ 2), where RFC 6962 divides a tree. */
function halfOf(size: number): number {
  let half = 1
  while (half * 2 < size) half *= 2
  return half
}

/** Returns the hash of a tree of entries from `start` to before `end` (RFC 6962). */
function rangeHash(read: ReadNode, start: number, end: number): Hash {
  const size = end - start
  const level = Math.log2(size)
  if (Number.isInteger(level)) return read(level, start / size)
  const half = halfOf(size)
  return nodeHash(rangeHash(read, start, start + half), rangeHash(read, start + half, end))
}

/** Returns the root hash of the tree of the first `size` entries; there is at least one. */
export const rootHash = (read: ReadNode, size: number): Hash => rangeHash(read, 0, size)

/** Returns an entry's inclusion proof in the tree of `size`, nearest first (RFC 6962, 2.1.1). */
export function inclusionProof(read: ReadNode, index: number, size: number): Hash[] {
  const proof: Hash[] = []
  for (let [start, end] = [0, size]; end - start > 1; ) {
    const middle = start + halfOf(end - start)
    const isLeft = index < middle
    proof.unshift(isLeft ? rangeHash(read, middle, end) : rangeHash(read, start, middle))
    if (isLeft) end = middle
    else start = middle
  }
  return proof
}

/** Returns the proof that the tree of `oldSize` (≥ 1) begins that of `size` (RFC 6962, 2.1.2). */
export function consistencyProof(read: ReadNode, oldSize: number, size: number): Hash[] {
  const proof: Hash[] = []
  let [start, end] = [0, size]
  while (end !== oldSize) {
    const middle = start + halfOf(end - start)
    const isLeft = oldSize <= middle
    proof.unshift(isLeft ? rangeHash(read, middle, end) : rangeHash(read, start, middle))
    if (isLeft) end = middle
    else start = middle
  }
  return start === 0 ? proof : [rangeHash(read, start, end), ...proof]
}

/**
 * Returns a proof for many entries at once in the tree of the first `size` entries: the hashes of
 * the largest subtrees that contain none of them, from left to right. `indexes` rise and are below
 * `size`; without an index it is the root.
 */
export function batchProof(read: ReadNode, indexes: readonly number[], size: number): Hash[] {
  const proof: Hash[] = []
  const visit = (start: number, end: number, from: number, to: number): void => {
    if (from === to) return void proof.push(rangeHash(read, start, end))
    if (end - start === 1) return
    const middle = start + halfOf(end - start)
    const cut = firstFrom(indexes, middle, from, to)
    visit(start, middle, from, cut)
    visit(middle, end, cut, to)
  }
  visit(0, size, 0, indexes.length)
  return proof
}

/**
 * Returns the root that a batch proof yields for entries, given by their position and leaf hash;
 * undefined for an invalid proof: positions that do not rise or lie outside, too few hashes, or too
 * many.
 */
export function rootOfBatch(
  entries: readonly { readonly index: number; readonly leaf: Hash }[],
  size: number,
  proof: readonly Hash[],
): Hash | undefined {
  const indexes = entries.map(({ index }) => index)
  const isGrowing = indexes.every((index, at) => index > (indexes[at - 1] ?? -1) && index < size)
  if (!isGrowing || size === 0) return undefined
  let used = 0
  const visit = (start: number, end: number, from: number, to: number): Hash | undefined => {
    if (from === to) {
      used += 1
      return proof[used - 1]
    }
    if (end - start === 1) return entries[from]?.leaf
    const middle = start + halfOf(end - start)
    const cut = firstFrom(indexes, middle, from, to)
    const left = visit(start, middle, from, cut)
    const right = visit(middle, end, cut, to)
    return left && right && nodeHash(left, right)
  }
  const root = visit(0, size, 0, indexes.length)
  return used === proof.length ? root : undefined
}

/**
 * Returns the position of the first of rising numbers that is at least `least`, between `from` and
 * before `to`.
 */
function firstFrom(numbers: readonly number[], least: number, from: number, to: number): number {
  let [low, high] = [from, to]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if ((numbers[middle] ?? 0) < least) low = middle + 1
    else high = middle
  }
  return low
}
