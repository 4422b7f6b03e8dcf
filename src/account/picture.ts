import type { Ctx } from '../context.ts'

/**
 * Returns the URL of an artist's picture: the uploaded one, else the default one. Absolute on https, as all links that
 * leave the site are.
 */
export function pictureUrl(ctx: Ctx, { handle, pfpAssetId }: { handle: string; pfpAssetId: string | null }): string {
  const origin = ctx.site.isHttps ? ctx.site.origin : ''
  return pfpAssetId === null ? `${origin}/pfp/${handle}.svg` : `${origin}/api/assets/${pfpAssetId}/256.webp`
}
