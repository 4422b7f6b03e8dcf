import { studioPathOf } from '../../parts/studio-path.ts'
import type { Media } from '../../parts/tape-view.ts'

function noticeOf({ casset, members }: Media): { title: string; text: string } | null {
  const those = members ? 'Only its artists' : 'Only you'
  if (!casset.published) return { title: 'Draft.', text: `${those} can see this page until it is published.` }
  if (casset.privacy === 'private')
    return { title: 'Private.', text: `${those} and people who bought it can see this page.` }
  if (casset.privacy === 'unlisted')
    return { title: 'Unlisted.', text: 'Anyone with the link can see this page; it is not listed.' }
  return null
}

/** Tells the artists who else can see the page, when it is not public. */
export function OwnerNotice({ media }: { media: Media }) {
  const notice = media.viewer.owner || media.viewer.member ? noticeOf(media) : null
  if (!notice) return null
  return (
    <p class="notice">
      <strong>{notice.title}</strong> {notice.text} <a href={studioPathOf(media)}>Change this in the studio</a>
    </p>
  )
}
