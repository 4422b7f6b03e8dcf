import { type Hash, nodeHash } from '../hash/merkle.ts'
import { sameBytes } from './bytes.ts'

const isOdd = (value: number) => value % 2 === 1
const half = (value: number) => Math.floor(value / 2)

/** RFC 9162, 2.1.3.2; undefined for an invalid proof. */
export function rootOfInclusion(leaf: Hash, index: number, size: number, proof: readonly Hash[]): Hash | undefined {
  if (index >= size) return undefined
  let [at, last, root] = [index, size - 1, leaf]
  for (const hash of proof) {
    if (last === 0) return undefined
    if (isOdd(at) || at === last) {
      root = nodeHash(hash, root)
      while (!isOdd(at) && at !== 0) [at, last] = [half(at), half(last)]
    } else {
      root = nodeHash(root, hash)
    }
    ;[at, last] = [half(at), half(last)]
  }
  return last === 0 ? root : undefined
}

/** The head of a tree: the number of entries, and the hash of all. */
export type TreeHead = { readonly size: number; readonly root: Hash }

/** Whether a proof shows that one tree is the beginning of another (RFC 9162, 2.1.4.2). */
export function isBeginning(old: TreeHead, now: TreeHead, proof: readonly Hash[]): boolean {
  if (old.size === now.size) return proof.length === 0 && sameBytes(old.root, now.root)
  const isWhole = Number.isInteger(Math.log2(old.size))
  const [first, ...rest] = isWhole ? [old.root, ...proof] : proof
  if (old.size === 0 || old.size > now.size || first === undefined) return false
  let [at, last] = [old.size - 1, now.size - 1]
  while (isOdd(at)) [at, last] = [half(at), half(last)]
  let [oldRoot, newRoot] = [first, first]
  for (const hash of rest) {
    if (last === 0) return false
    if (isOdd(at) || at === last) {
      oldRoot = nodeHash(hash, oldRoot)
      newRoot = nodeHash(hash, newRoot)
      while (!isOdd(at) && at !== 0) [at, last] = [half(at), half(last)]
    } else {
      newRoot = nodeHash(newRoot, hash)
    }
    ;[at, last] = [half(at), half(last)]
  }
  return last === 0 && sameBytes(oldRoot, old.root) && sameBytes(newRoot, now.root)
}
