/** The number of hashes or entries in a full tile of the log (C2SP tlog-tiles). */
export const tileWidth = 256

/** Returns the index of a tile in the form of its path: 1234067 is x001/x234/067. */
export function tileIndex(index: number): string {
  const text = String(index)
  const padded = text.padStart(Math.ceil(text.length / 3) * 3, '0')
  return padded.replace(/\d{3}(?=\d)/g, 'x$&/')
}
