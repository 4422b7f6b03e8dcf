import type { Asset } from './add-asset.ts'
import { imageWidths } from './picture/image-widths.ts'
import type { Cover } from './shape.ts'

export const assetUrl = (id: string, width: (typeof imageWidths)[number]) => `/api/assets/${id}/${width}.webp`

/** Returns the address of a picture for emails, where not every program knows WebP. */
export const emailPictureUrl = (id: string, width: (typeof imageWidths)[number]) => `/api/assets/${id}/${width}.jpg`

/**
 * Returns a picture as the media payload contains it: the middle width as default, all widths as
 * variants. Pictures are never enlarged, so a small one has only its own width.
 */
export function toCover(asset: Pick<Asset, 'id' | 'color' | 'width'>): Cover {
  const own = asset.width ?? Number.POSITIVE_INFINITY
  const isNew = (_: number, index: number) => (imageWidths[index - 1] ?? 0) < own
  const variants = imageWidths
    .filter(isNew)
    .map((width) => ({ url: assetUrl(asset.id, width), width: Math.min(own, width), type: 'image/webp' }))
  return { url: assetUrl(asset.id, 640), variants, color: asset.color ?? '#808080' }
}
