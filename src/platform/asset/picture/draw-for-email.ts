import { readWebp } from './webp.ts'

const longestSide = 2_560

/** Writes a stored picture as a JPEG, or as a PNG where something of it is transparent. */
export async function drawForEmail(path: string, width: number, made: string) {
  const stored = await Bun.file(path).bytes()
  const frame = readWebp(stored)?.frames[0]
  const image = new Bun.Image(stored).resize(width, longestSide, { fit: 'inside', withoutEnlargement: true })
  const isTransparent = frame?.alpha !== undefined || frame?.bitstream.name === 'VP8L'
  await Bun.write(made, await (isTransparent ? image.png() : image.jpeg({ quality: 80 })).bytes(), { mode: 0o600 })
  return { type: isTransparent ? 'image/png' : 'image/jpeg' }
}
