/**
 * Returns a frame's or sample's number as FLAC writes it, up to 36 bits in seven bytes, like UTF-8
 * (RFC 9639, section 9.1.5).
 */
export function codedNumber(value: number): number[] {
  if (value < 0x80) return [value]
  const bytes: number[] = []
  let rest = value
  let room = 0x40
  do {
    bytes.unshift(0x80 | (rest & 0x3f))
    rest = Math.floor(rest / 64)
    room >>= 1
  } while (rest >= room)
  return [((0xff00 >> (bytes.length + 1)) & 0xff) | rest, ...bytes]
}

/** Returns how many bytes such a number takes, by its first one. */
export const codedLength = (first: number): number => (first < 0x80 ? 1 : Math.clz32(~(first << 24)))

/**
 * Returns the bytes that block size and sample rate take at the end of a frame's header, by its
 * third byte: none where they have a common code.
 */
export function extraBytes(codes: number): { size: number; rate: number } {
  const size = codes >> 4
  const rate = codes & 15
  return { size: size === 6 ? 1 : size === 7 ? 2 : 0, rate: rate === 12 ? 1 : rate > 12 ? 2 : 0 }
}

function checksum(bits: 8 | 16, polynomial: number): (bytes: Uint8Array) => number {
  const mask = (1 << bits) - 1
  const table = Uint16Array.from({ length: 256 }, (_, index) => {
    let value = index << (bits - 8)
    for (let bit = 0; bit < 8; bit++) value = (value >> (bits - 1) ? (value << 1) ^ polynomial : value << 1) & mask
    return value
  })
  return (bytes) => {
    let sum = 0
    for (const byte of bytes) sum = ((sum << 8) & mask) ^ (table[(sum >> (bits - 8)) ^ byte] ?? 0)
    return sum
  }
}

/** The checksum of a frame's header. */
export const crc8 = checksum(8, 0x07)
/** The checksum of a whole frame. */
export const crc16 = checksum(16, 0x8005)
