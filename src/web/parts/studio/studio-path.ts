import { splitSlug } from '../../../lib/text/slug.ts'
import type { Media } from '../tape-view.ts'

export const studioPathOf = ({ casset, members }: Media): string => {
  if (members) return `/studio/together/${casset.slug}`
  return splitSlug(casset.slug).word === undefined ? '/studio' : `/studio/tapes/${casset.slug}`
}
