import { worldById } from '../../casset/access/visible-casset.ts'
import { toTheme } from '../../casset/to-casset.ts'
import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { toCover } from '../../platform/asset/asset-url.ts'

/** Shows a casset that is hidden from others, too. Throws NOT_FOUND. */
export function shownCasset(ctx: Ctx, cassetId: string) {
  const world = worldById(ctx, cassetId)
  if (!world) throw notFound('casset')
  const { casset, artist, cover } = world
  return {
    handle: artist.handle,
    name: casset.name,
    artist: artist.displayName,
    cover: cover ? toCover(cover) : null,
    theme: toTheme(casset),
    texture: { profilePatternId: casset.patternId },
    /** A law took it down: whoever has it hears nothing of it now. */
    isLost: casset.takenDown === 'law',
  }
}

export type ShownCasset = ReturnType<typeof shownCasset>
