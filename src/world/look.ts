import type { World } from '../casset/access/visible-casset.ts'
import { toTheme } from '../casset/to-casset.ts'
import { toCover } from '../platform/asset/asset-url.ts'

export const lookOf = ({ casset, cover }: Pick<World, 'casset' | 'cover'>) => ({
  cover: cover ? toCover(cover) : null,
  theme: toTheme(casset),
  texture: { profilePatternId: casset.patternId },
})
