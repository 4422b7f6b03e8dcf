/** Throws what `tooLong` returns once there are more than `maxBytes`. */
export async function readBounded(
  { body }: Response,
  maxBytes: number,
  tooLong: () => Error,
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = []
  let total = 0
  for await (const piece of body ?? []) {
    total += piece.length
    if (total > maxBytes) throw tooLong()
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
