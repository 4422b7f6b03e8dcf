import type { Ctx } from '../context.ts'
import { pictureOf } from '../platform/asset/picture/picture-of.ts'
import type { Cover } from '../platform/asset/shape.ts'

export const sitePictureOf = (ctx: Pick<Ctx, 'config' | 'db'>): Cover | null => {
  const { picture } = ctx.config.site
  return picture === null ? null : (pictureOf(ctx, picture) ?? null)
}

/** Returns the URL of a picture at least so wide, or of its largest size. */
export const pictureUrl = ({ variants, url }: Cover, width: number): string =>
  (variants.find((each) => each.width >= width) ?? variants.at(-1))?.url ?? url
