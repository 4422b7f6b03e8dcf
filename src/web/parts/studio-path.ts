import type { Media } from './tape-view.ts'

/** Returns where the artists of a casset work on it. */
export const studioPathOf = ({ casset, members }: Media): string =>
  members ? `/studio/together/${casset.slug}` : '/studio'
