const most = 4096

/**
 * Returns how many bytes of LZW data encode exactly this many pixels; null when the data holds
 * fewer or more, or is invalid. Bytes after them are never shown. Follows lengths only, not
 * colours, so it is fast.
 */
export function lzwLength(bytes: Uint8Array, leastBits: number, pixels: number): number | null {
  const clear = 1 << leastBits
  const end = clear + 1
  const lengths = new Uint32Array(most).fill(1, 0, clear)
  let [bits, next, before, seen] = [leastBits + 1, clear + 2, -1, 0]
  for (let at = 0; at + bits <= bytes.length * 8; ) {
    const code = codeAt(bytes, at, bits)
    at += bits
    if (code === end || (seen === pixels && code !== clear)) return seen === pixels ? Math.ceil(at / 8) : null
    if (code === clear) {
      ;[bits, next, before] = [leastBits + 1, clear + 2, -1]
      continue
    }
    if (before === -1 ? code > clear : code > next || code >= most) return null
    const grown = (lengths[before] ?? 0) + 1
    seen += code < next ? (lengths[code] ?? 0) : grown
    if (seen > pixels) return null
    if (before !== -1 && next < most) {
      lengths[next] = grown
      next += 1
      if (next === 1 << bits && bits < 12) bits += 1
    }
    before = code
  }
  return seen === pixels ? bytes.length : null
}

/** Reads a code of up to 12 bits, least significant first, from up to three bytes. */
function codeAt(bytes: Uint8Array, at: number, bits: number): number {
  const first = at >> 3
  const three = (bytes[first] ?? 0) | ((bytes[first + 1] ?? 0) << 8) | ((bytes[first + 2] ?? 0) << 16)
  return (three >> (at & 7)) & ((1 << bits) - 1)
}
