import type { Media } from './tape-view.ts'

/** Returns the studio path of a casset. */
export const studioPathOf = ({ casset, members }: Media): string =>
  members ? `/studio/together/${casset.slug}` : '/studio'
