/** Writes the 64 bits of a text's hash to `into`, as two numbers. */
export type KeyedHash = (text: string, into: Int32Array) => void

/**
 * Creates HalfSipHash-1-3 with 64 bits of result, keyed by two random words: without the key nobody
 * can make two texts collide. Written on 32-bit numbers, because a BigInt is an object for each
 * hash.
 */
export function createKeyedHash(key0: number, key1: number): KeyedHash {
  return (text, into) => {
    let v0 = key0
    let v1 = key1 ^ 0xee
    let v2 = 0x6c796765 ^ key0
    let v3 = 0x74656462 ^ key1
    const round = () => {
      v0 = (v0 + v1) | 0
      v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0
      v0 = (v0 << 16) | (v0 >>> 16)
      v2 = (v2 + v3) | 0
      v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2
      v0 = (v0 + v3) | 0
      v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0
      v2 = (v2 + v1) | 0
      v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2
      v2 = (v2 << 16) | (v2 >>> 16)
    }
    // Two UTF-16 units are a word; the length ends the text, so that no text is another with zeros
    // at its end.
    for (let at = 0; at < text.length; at += 2) {
      const word = text.charCodeAt(at) | (at + 1 < text.length ? text.charCodeAt(at + 1) << 16 : 0)
      v3 ^= word
      round()
      v0 ^= word
    }
    v3 ^= text.length
    round()
    v0 ^= text.length
    v2 ^= 0xee
    round()
    round()
    round()
    into[0] = v1 ^ v3
    v1 ^= 0xdd
    round()
    round()
    round()
    into[1] = v1 ^ v3
  }
}
