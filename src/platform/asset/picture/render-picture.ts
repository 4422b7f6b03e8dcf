import { writeFile } from 'node:fs/promises'
import { AppError, invalid } from '../../../errors.ts'
import { sha256Hex } from '../../../lib/hash/hmac.ts'
import { say } from '../../../lib/language/say.ts'
import { refuseCutOff } from './cut-off.ts'
import { dominantColor } from './dominant-color.ts'
import { imageWidths } from './image-widths.ts'
import { plainPicture } from './plain-picture.ts'
import { readWebp, stillWebp } from './webp.ts'

export const maxPixels = 60_000_000

/**
 * Opens a picture of anybody: without what could grow in it, and an animated WebP as its first
 * frame, since it is not decoded as a whole. Throws VALIDATION for too many scans.
 */
export async function openPicture(path: string): Promise<Bun.Image> {
  const file = await Bun.file(path).bytes()
  const webp = readWebp(file)
  const [first] = webp?.animation ? webp.frames : []
  return new Bun.Image(first ? stillWebp(first) : plainPicture(file), { maxPixels })
}

/** Throws VALIDATION for a picture that cannot be read, or has no such size. */
export async function renderPicture(path: string, paths: readonly string[]) {
  const { sizes, ...shape } = await draw(path).catch((error: unknown) => {
    if (error instanceof AppError) throw error
    const hint = say('Use JPEG, PNG, WebP or GIF of up to 60 megapixels.')
    throw invalid('file', say('The picture cannot be read, or has too many pixels.'), hint)
  })
  for (const [index, bytes] of sizes.entries()) await writeFile(paths[index] ?? '', bytes, { mode: 0o600 })
  return { ...shape, sizes: sizes.map((bytes) => ({ sha256: sha256Hex(bytes), bytes: bytes.length })) }
}

/** Decodes a picture once at full size; the smaller sizes are made from the largest one. */
async function draw(path: string) {
  refuseCutOff(await Bun.file(path).bytes())
  const original = await openPicture(path)
  const { width, height } = await original.metadata()
  const largest = await original
    .resize(Math.max(...imageWidths), undefined, { withoutEnlargement: true })
    .png()
    .bytes()
  const sizes: Uint8Array[] = []
  for (const wanted of imageWidths) {
    const small = new Bun.Image(largest).resize(wanted, undefined, { withoutEnlargement: true })
    sizes.push(await small.webp({ quality: 62 }).bytes())
  }
  return { width, height, color: await dominantColor(new Bun.Image(largest)), sizes }
}
