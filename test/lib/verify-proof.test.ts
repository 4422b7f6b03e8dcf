import { expect, test } from 'bun:test'
import { isSignedBy } from '../../src/lib/verify/is-signed-by.ts'
import { isBeginning, rootOfInclusion } from '../../src/lib/verify/merkle-proof.ts'
import { privateKeyOf, publicBytesOf } from '../../src/release/signing/keys.ts'
import { signNote } from '../../src/release/signing/signed-note.ts'
import published from '../fixtures/merkle/proofs.json'

const hashes = (texts: readonly string[] | null) =>
  (texts ?? []).map((text) => new Uint8Array(Buffer.from(text, 'base64')))
const [first, ...later] = [1, 2].map((n) => new Uint8Array(32).fill(n))

test('published proofs of transparency-dev/merkle are accepted, and with one bit changed refused', () => {
  for (const { leafIdx, treeSize, root, leafHash, proof } of published.inclusion.filter((each) => each.treeSize > 0)) {
    const [leaf = new Uint8Array()] = hashes([leafHash])
    const found = rootOfInclusion(leaf, leafIdx, treeSize, hashes(proof))
    expect(Buffer.from(found ?? []).toString('base64')).toBe(root)
    expect(rootOfInclusion(leaf, leafIdx, treeSize, [...hashes(proof), ...later])).toBeUndefined()
    expect(rootOfInclusion(leaf, treeSize, treeSize, hashes(proof))).toBeUndefined()
  }
  for (const { size1, size2, root1, root2, proof } of published.consistency.filter((each) => each.size1 > 0)) {
    const [old = new Uint8Array(), now = new Uint8Array()] = hashes([root1, root2])
    const [before, after] = [
      { size: size1, root: old },
      { size: size2, root: now },
    ]
    expect(isBeginning(before, after, hashes(proof))).toBe(true)
    expect(isBeginning({ ...before, root: first ?? old }, after, hashes(proof))).toBe(false)
    expect(isBeginning(before, { ...after, root: first ?? now }, hashes(proof))).toBe(false)
  }
})

test('where the browser has no Ed25519, a library tells the same', async () => {
  const privateKey = privateKeyOf(new Uint8Array(32).fill(3))
  const note = signNote('Dawn\n', 'nova', privateKey)
  const signature = new Uint8Array(Buffer.from(note.split(' ').at(-1) ?? '', 'base64')).subarray(4)
  const signed = { publicKey: publicBytesOf(privateKey), signature, message: new TextEncoder().encode('Dawn\n') }
  const wrong = { ...signed, message: new TextEncoder().encode('Dusk\n') }
  const native = [await isSignedBy(signed), await isSignedBy(wrong)]
  const { crypto } = globalThis
  Object.defineProperty(globalThis, 'crypto', { configurable: true, value: {} })
  try {
    expect([await isSignedBy(signed), await isSignedBy(wrong)]).toEqual(native)
  } finally {
    Object.defineProperty(globalThis, 'crypto', { configurable: true, value: crypto })
  }
  expect(native).toEqual([true, false])
  expect(await isSignedBy({ ...signed, signature: signature.subarray(1) })).toBe(false)
})
