/** Packs values of any bit width into bytes, high bit first, as FLAC wants them. */
export type BitWriter = {
  write(value: number, bits: number): void
  /** Zigzags and Rice-codes `residual[from…to)` with parameter `rice`. */
  writeRice(residual: Float64Array, from: number, to: number, rice: number): void
  alignToByte(): void
  /** The bytes written since `start`; valid until the next write. */
  bytesFrom(start: number): Uint8Array
  length(): number
}

/** A writer whose buffer doubles when it is full. */
export function createBitWriter(capacity: number): BitWriter {
  let bytes = new Uint8Array(capacity)
  let length = 0
  let pending = 0
  let pendingBits = 0

  const reserve = (more: number) => {
    if (length + more <= bytes.length) return
    const larger = new Uint8Array(Math.max(bytes.length * 2, length + more))
    larger.set(bytes)
    bytes = larger
  }

  const write = (value: number, bits: number) => {
    if (bits > 16) {
      write(value >>> 16, bits - 16)
      write(value & 0xffff, 16)
      return
    }
    reserve(4)
    pending = (pending << bits) | (value & ((1 << bits) - 1))
    pendingBits += bits
    while (pendingBits >= 8) {
      pendingBits -= 8
      bytes[length++] = pending >>> pendingBits
    }
    pending &= (1 << pendingBits) - 1
  }

  const writeRice = (residual: Float64Array, from: number, to: number, rice: number) => {
    const mark = 1 << rice
    for (let at = from; at < to; at++) {
      const value = (residual[at] ?? 0) | 0
      const folded = (value << 1) ^ (value >> 31)
      let zeros = folded >>> rice
      for (; zeros + rice >= 16; zeros = Math.max(0, zeros - 16)) write(0, Math.min(16, zeros))
      write(mark | (folded & (mark - 1)), zeros + rice + 1)
    }
  }

  return {
    write,
    writeRice,
    alignToByte: () => {
      if (pendingBits > 0) write(0, 8 - pendingBits)
    },
    bytesFrom: (start) => bytes.subarray(start, length),
    length: () => length,
  }
}
