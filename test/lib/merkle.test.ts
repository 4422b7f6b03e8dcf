import { expect, test } from 'bun:test'
import {
  batchProof,
  consistencyProof,
  type Hash,
  inclusionProof,
  leafHash,
  nodeHash,
  rootHash,
  rootOfBatch,
} from '../../src/lib/hash/merkle.ts'
import published from '../fixtures/merkle/proofs.json'

// The reference tree of Certificate Transparency: eight entries and the root after each of them.
const entries = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']
const roots = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

function read(level: number, position: number): Hash {
  if (level === 0) return leafHash(Buffer.from(entries[position] ?? '', 'hex'))
  return nodeHash(read(level - 1, position * 2), read(level - 1, position * 2 + 1))
}

const base64 = (hashes: readonly Hash[]) => hashes.map((hash) => Buffer.from(hash).toString('base64'))

test('the roots of the reference tree come out', () => {
  expect(roots.map((_, index) => Buffer.from(rootHash(read, index + 1)).toString('hex'))).toEqual(roots)
})

test('the published inclusion proofs of transparency-dev/merkle come out', () => {
  const made = published.inclusion
    .filter(({ treeSize }) => treeSize > 0 && treeSize <= entries.length)
    .map(({ leafIdx, treeSize, proof }) => [leafIdx, treeSize, proof ?? []] as const)
  expect(made.length).toBeGreaterThan(3)
  for (const [index, size, proof] of made)
    expect([index, size, base64(inclusionProof(read, index, size))]).toEqual([index, size, proof])
})

test('so do its consistency proofs', () => {
  const made = published.consistency.filter(({ size1 }) => size1 > 0)
  expect(made.length).toBeGreaterThan(3)
  for (const { size1, size2, proof } of made) {
    expect([size1, size2, base64(consistencyProof(read, size1, size2))]).toEqual([size1, size2, proof ?? []])
  }
})

const hexOf = (hash: Hash | undefined) => hash && Buffer.from(hash).toString('hex')

test('a proof of any of the entries together leads to the root of the reference tree, and to no other when it is altered', () => {
  for (const [at, root] of roots.entries()) {
    const size = at + 1
    for (let chosen = 1; chosen < 2 ** size; chosen += 1) {
      const indexes = Array.from({ length: size }, (_, index) => index).filter((index) => (chosen >> index) % 2 === 1)
      const proven = indexes.map((index) => ({ index, leaf: read(0, index) }))
      const proof = batchProof(read, indexes, size)
      expect(hexOf(rootOfBatch(proven, size, proof))).toBe(root)
      expect(rootOfBatch(proven, size, [...proof, leafHash(new Uint8Array())])).toBeUndefined()
      if (proof.length > 0) expect(rootOfBatch(proven, size, proof.slice(1))).toBeUndefined()
      const forged = proven.with(-1, { index: indexes.at(-1) ?? 0, leaf: leafHash(Buffer.from('x')) })
      expect(hexOf(rootOfBatch(forged, size, proof))).not.toBe(root)
      if (proven.length > 1) expect(rootOfBatch(proven.toReversed(), size, proof)).toBeUndefined()
      const [only] = indexes
      if (only === undefined || indexes.length > 1) continue
      expect(base64(proof).toSorted()).toEqual(base64(inclusionProof(read, only, size)).toSorted())
    }
    expect(rootOfBatch([{ index: size, leaf: read(0, 0) }], size, [])).toBeUndefined()
  }
  expect(rootOfBatch([], 0, [])).toBeUndefined()
})
