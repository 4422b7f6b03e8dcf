import type { Asset } from './add-asset.ts'
import { imageWidths } from './picture/image-widths.ts'
import type { Cover } from './shape.ts'

export const assetUrl = (id: string, width: (typeof imageWidths)[number]) => `/api/assets/${id}/${width}.webp`

/** Returns the address of a picture for emails, where not every program knows WebP. */
export const emailPictureUrl = (id: string, width: (typeof imageWidths)[number]) => `/api/assets/${id}/${width}.jpg`

/** Returns the names of a picture's sizes: widths in pixels, of which the last may be its own. */
export const sizesOf = ({ width }: Pick<Asset, 'width'>): (typeof imageWidths)[number][] =>
  imageWidths.filter((_, index) => (imageWidths[index - 1] ?? 0) < (width ?? Number.POSITIVE_INFINITY))

/**
 * Returns a picture as the media payload contains it: the middle width as default, all widths as
 * variants. Pictures are never enlarged, so a small one has only its own width.
 */
export function toCover(asset: Pick<Asset, 'id' | 'color' | 'width'>): Cover {
  const own = asset.width ?? Number.POSITIVE_INFINITY
  const variants = sizesOf(asset).map((width) => ({
    url: assetUrl(asset.id, width),
    width: Math.min(own, width),
    type: 'image/webp',
  }))
  return { url: assetUrl(asset.id, 640), variants, color: asset.color ?? '#808080' }
}
