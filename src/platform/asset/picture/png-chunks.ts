const signatureBytes = 8

/** Yields the chunks of a PNG in order, up to its end or the first incomplete one. */
export function* pngChunks(png: Uint8Array) {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength)
  for (let at = signatureBytes; at + 12 <= png.length; ) {
    const length = view.getUint32(at)
    const type = String.fromCharCode(...png.subarray(at + 4, at + 8))
    yield { type, content: png.subarray(at + 8, at + 8 + length), whole: png.subarray(at, at + 12 + length) }
    if (type === 'IEND') return
    at += 12 + length
  }
}
