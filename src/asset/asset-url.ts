import type { Cover } from '../casset/model.ts'
import { type Asset, imageWidths } from './add-asset.ts'

/** Address of one width of a picture. */
export const assetUrl = (id: string, width: (typeof imageWidths)[number]) => `/api/assets/${id}/${width}.webp`

/** A picture as the media payload shows it: the middle width first, all widths as variants. */
export function toCover(asset: Pick<Asset, 'id' | 'color'>): Cover {
  const variants = imageWidths.map((width) => ({ url: assetUrl(asset.id, width), width, type: 'image/webp' }))
  return { url: assetUrl(asset.id, 640), variants, color: asset.color ?? '#808080' }
}
