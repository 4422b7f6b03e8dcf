import { say } from '../../../../src/lib/language/say.ts'

export type TakenPicture = { file: File; url: string; width: number; height: number; note: string }

const maxSide = 128
const maxBytes = 262_144

/** Returns whether a picture may be animated, so that redrawing would stop it. */
async function mayMove(file: File): Promise<boolean> {
  if (file.type !== 'image/webp') return file.type === 'image/gif'
  const head = new Uint8Array(await file.slice(0, 21).arrayBuffer())
  return String.fromCharCode(...head.subarray(12, 16)) === 'VP8X' && ((head[20] ?? 0) & 0x02) !== 0
}

/**
 * Prepares a chosen file: a still picture that is too large is scaled down, anything else has to
 * fit as it is. Returns the picture, or why it cannot be an emoji.
 */
export async function takePicture(file: File): Promise<TakenPicture | { why: string }> {
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) return { why: say('This file is not a readable picture. Use PNG, JPEG, WebP or GIF.') }
  const { width, height } = bitmap
  if (Math.max(width, height) <= maxSide && file.size <= maxBytes) return taken(file, { width, height }, '')
  if (!(await mayMove(file))) return shrink(bitmap, file.name)
  if (Math.max(width, height) <= maxSide) return { why: say('It is larger than 256 KB: remove frames or colours.') }
  return {
    why: say('It is {width} × {height}; an animated picture can have at most {maxSide} × {maxSide} pixels.', {
      width,
      height,
      maxSide,
    }),
  }
}

const taken = (file: File, size: { width: number; height: number }, note: string): TakenPicture => ({
  file,
  url: URL.createObjectURL(file),
  ...size,
  note,
})

async function shrink(bitmap: ImageBitmap, name: string): Promise<TakenPicture | { why: string }> {
  const scale = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height))
  const [width, height] = [bitmap.width, bitmap.height].map((side) => Math.max(1, Math.round(side * scale)))
  if (!width || !height) return { why: say('This picture has no size.') }
  const canvas = new OffscreenCanvas(width, height)
  const pen = canvas.getContext('2d')
  if (!pen) return { why: say('It can have at most {maxSide} × {maxSide} pixels.', { maxSide }) }
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(bitmap, 0, 0, width, height)
  const file = new File([await canvas.convertToBlob({ type: 'image/png' })], name, { type: 'image/png' })
  return taken(
    file,
    { width, height },
    say('Made smaller: it was {width} × {height}.', { width: bitmap.width, height: bitmap.height }),
  )
}
