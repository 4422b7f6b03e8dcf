/** The remainder of `bytes` by the polynomial whose table is given; 8 or 16 bits wide. */
const checksum = (table: Uint16Array, width: 8 | 16) => (bytes: Uint8Array) => {
  const top = width - 8
  const mask = (1 << width) - 1
  let crc = 0
  for (let at = 0; at < bytes.length; at++) {
    crc = ((crc << 8) ^ (table[((crc >>> top) ^ (bytes[at] ?? 0)) & 0xff] ?? 0)) & mask
  }
  return crc
}

const table = (polynomial: number, width: 8 | 16) =>
  Uint16Array.from({ length: 256 }, (_, byte) => {
    let crc = byte << (width - 8)
    for (let bit = 0; bit < 8; bit++) crc = crc & (1 << (width - 1)) ? (crc << 1) ^ polynomial : crc << 1
    return crc & ((1 << width) - 1)
  })

/** CRC-8 of a FLAC frame's header. */
export const crc8 = checksum(table(0x07, 8), 8)

/** CRC-16 of a whole FLAC frame. */
export const crc16 = checksum(table(0x8005, 16), 16)
