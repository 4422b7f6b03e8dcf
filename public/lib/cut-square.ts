export type Size = { width: number; height: number }

const mostPx = 2560
/** The share that may be cut off a picture that still counts as square. */
const toleratedShare = 0.02

export const isOblong = ({ width, height }: Size): boolean =>
  Math.min(width, height) < Math.max(width, height) * (1 - toleratedShare)

/** Returns the size of a picture as it is shown; null for a file that this browser cannot show. */
export async function pictureSize(file: File): Promise<Size | null> {
  try {
    const picture = await createImageBitmap(file)
    const { width, height } = picture
    picture.close()
    return { width, height }
  } catch {
    return null
  }
}

/**
 * Cuts a square out of a picture, beginning at `share` (0 to 1) of the excess length. Throws when
 * the browser cannot.
 */
export async function cutSquare(file: File, share: number): Promise<File> {
  const picture = await createImageBitmap(file)
  const { width, height } = picture
  const side = Math.min(width, height)
  const outPx = Math.min(side, mostPx)
  const canvas = new OffscreenCanvas(outPx, outPx)
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('This browser draws no pictures.')
  pen.drawImage(picture, (width - side) * share, (height - side) * share, side, side, 0, 0, outPx, outPx)
  picture.close()
  const type = file.type === 'image/jpeg' ? 'image/jpeg' : 'image/png'
  const blob = await canvas.convertToBlob({ type, quality: 0.95 })
  return new File([blob], file.name, { type: blob.type })
}
