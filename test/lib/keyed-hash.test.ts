import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { createKeyedHash } from '../../src/lib/hash/keyed-hash.ts'

const hashed = (text: string, hash = createKeyedHash(1, 2)) => {
  const into = new Int32Array(2)
  hash(text, into)
  return [into[0], into[1]]
}

test('a hash depends on every character, on the length and on both halves of the key', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(), (text, n) => {
      const at = n % (text.length + 1)
      const unit = text.charCodeAt(at)
      const changed = `${text.slice(0, at)}${String.fromCharCode((unit || 0) ^ 1)}${text.slice(at + 1)}`
      for (const other of [changed, `${text}\0`, `${text}\0\0`]) expect(hashed(other)).not.toEqual(hashed(text))
      expect(hashed(text, createKeyedHash(3, 2))).not.toEqual(hashed(text))
      expect(hashed(text, createKeyedHash(1, 3))).not.toEqual(hashed(text))
      expect(hashed(text)).toEqual(hashed(text))
    }),
  )
})

test('no two of 32,768 neighbouring addresses have one hash, and each half spreads evenly', () => {
  const hash = createKeyedHash(-5, 77)
  const into = new Int32Array(2)
  const count = 2 ** 15
  const seen = new Set<string>()
  const rows = [new Uint32Array(256), new Uint32Array(256)]
  for (let n = 0; n < count; n += 1) {
    hash(`v1 10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`, into)
    seen.add(into.join())
    for (const [half, row] of rows.entries()) {
      const at = (into[half] ?? 0) & 255
      row[at] = (row[at] ?? 0) + 1
    }
  }
  expect(seen.size).toBe(count)
  // 128 are expected in each; five standard deviations are 57.
  for (const row of rows) {
    expect(Math.min(...row)).toBeGreaterThan(128 - 57)
    expect(Math.max(...row)).toBeLessThan(128 + 57)
  }
})
