const marks: readonly (readonly [string, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/**
 * Returns the text of a file: as the mark at its begin says, as UTF-16 where every second byte of
 * its begin is zero, as UTF-8 where it is that, else as the Japanese or the Western text of
 * spreadsheets.
 */
export function decodeText(bytes: Uint8Array): string {
  const marked = marks.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte))
  if (marked) return new TextDecoder(marked[0]).decode(bytes)
  const begin = bytes.subarray(0, 400)
  const zeros = (odd: number) => begin.filter((byte, index) => index % 2 === odd && byte === 0).length
  // Spreadsheets’ “Unicode text” without its mark.
  if (begin.length > 3 && zeros(1) > begin.length / 4) return new TextDecoder('utf-16le').decode(bytes)
  if (begin.length > 3 && zeros(0) > begin.length / 4) return new TextDecoder('utf-16be').decode(bytes)
  return strictly('utf-8', bytes) ?? japanese(bytes) ?? new TextDecoder('windows-1252').decode(bytes)
}

function strictly(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Undefined where it is no Shift JIS, or one without kana, which Western letters may look like. */
function japanese(bytes: Uint8Array): string | undefined {
  const text = strictly('shift_jis', bytes)
  return text !== undefined && /[\u3041-\u30FA]{2}/.test(text) ? text : undefined
}
