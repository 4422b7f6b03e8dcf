/** A seeded source of numbers from 0 to 1: the same mutants for the same seed, on every machine. */
export function dice(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let value = Math.imul(state ^ (state >>> 15), state | 1)
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61)
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }
}

const LIES = [0, 1, 0x7f, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff]

type Mutation = (bytes: Buffer, roll: (below: number) => number) => Buffer

const MUTATIONS: Record<string, Mutation> = {
  truncated: (bytes, roll) => bytes.subarray(0, roll(bytes.length)),
  beheaded: (bytes, roll) => bytes.subarray(roll(Math.min(bytes.length, 2_000))),
  bitflips: (bytes, roll) => {
    for (let i = roll(60); i >= 0; i--) flip(bytes, roll(bytes.length), roll(8))
    return bytes
  },
  headerflips: (bytes, roll) => {
    for (let i = roll(8); i >= 0; i--) flip(bytes, roll(Math.min(bytes.length, 600)), roll(8))
    return bytes
  },
  lies: (bytes, roll) => {
    for (let i = roll(4); i >= 0; i--) {
      const at = roll(Math.min(bytes.length - 8, 900))
      if (roll(2)) bytes.writeUInt32BE(LIES[roll(LIES.length)] ?? 0, at)
      else bytes.writeUInt32LE(LIES[roll(LIES.length)] ?? 0, at)
    }
    return bytes
  },
  taillies: (bytes, roll) => {
    for (let i = roll(6); i >= 0; i--) {
      bytes.writeUInt32BE(LIES[roll(LIES.length)] ?? 0, bytes.length - 8 - roll(Math.min(bytes.length - 8, 1_500)))
    }
    return bytes
  },
  hole: (bytes, roll) => bytes.fill(roll(2) ? 0 : 255, roll(bytes.length), roll(bytes.length)),
  cutout: (bytes, roll) => {
    const at = roll(bytes.length)
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + roll(5_000))])
  },
  echoed: (bytes, roll) => {
    const at = roll(bytes.length)
    const piece = bytes.subarray(at, at + roll(20_000))
    return Buffer.concat([bytes.subarray(0, at), piece, piece, piece, bytes.subarray(at)])
  },
  noise: (bytes, roll) => {
    const from = roll(bytes.length)
    for (let i = from; i < Math.min(bytes.length, from + 3_000); i++) bytes[i] = roll(256)
    return bytes
  },
}

export const MUTATION_NAMES = Object.keys(MUTATIONS)

/** A spoilt copy of a file, the same one for the same seed. */
export function mutant(original: Uint8Array, mutation: string, seed: number): Buffer {
  const random = dice(seed)
  return MUTATIONS[mutation]?.(Buffer.from(original), (below) => Math.floor(random() * below)) ?? Buffer.alloc(0)
}

function flip(bytes: Buffer, at: number, bit: number) {
  bytes[at] = (bytes[at] ?? 0) ^ (1 << bit)
}
