import { studioPathOf } from './studio-path.ts'
import type { Media } from './tape-view.ts'

/** A page of the studio that a co-casset has too. */
type Page = 'emoji' | 'codes' | 'room'

/** Returns the address of such a page, and the tab under which it is. */
export const studioPageOf = (media: Media, page: Page) => {
  const here = media.members ? '/studio/together' : (`/studio/${page}` as const)
  return { path: `${studioPathOf(media)}/${page}`, here } as const
}

/** Says which co-casset a page of the studio is about, with the way back to it. */
export const AboutShared = ({ media }: { media: Media }) =>
  media.members ? (
    <p class="eyebrow">
      <a href={studioPathOf(media)} dir="auto">
        {media.casset.name}
      </a>
    </p>
  ) : null
