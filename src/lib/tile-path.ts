/** How many hashes or entries a whole tile of the log has (C2SP tlog-tiles). */
export const tileWidth = 256

/** Returns the index of a tile as its path has it: 1234067 is x001/x234/067. */
export function tileIndex(index: number): string {
  const text = String(index)
  const padded = text.padStart(Math.ceil(text.length / 3) * 3, '0')
  return padded.replace(/\d{3}(?=\d)/g, 'x$&/')
}
