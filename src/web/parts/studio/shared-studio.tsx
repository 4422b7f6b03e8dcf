import type { Media } from '../tape-view.ts'
import { studioPathOf } from './studio-path.ts'

type Page = 'emoji' | 'codes' | 'room'

export const studioPageOf = (media: Media, page: Page) => {
  const here = media.members ? '/studio/together' : (`/studio/${page}` as const)
  return { path: `${studioPathOf(media)}/${page}`, here } as const
}

export const AboutShared = ({ media }: { media: Media }) =>
  studioPathOf(media) !== '/studio' ? (
    <p class="eyebrow">
      <a href={studioPathOf(media)} dir="auto">
        {media.casset.name}
      </a>
    </p>
  ) : null
