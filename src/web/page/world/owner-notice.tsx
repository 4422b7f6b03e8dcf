import type { Media } from '../../parts/tape-view.ts'

function noticeOf({ casset }: Media): { title: string; text: string } | null {
  if (!casset.published) return { title: 'Draft.', text: 'Only you can see this page until you publish it.' }
  if (casset.privacy === 'private')
    return { title: 'Private.', text: 'Only you and your collectors can see this page.' }
  if (casset.privacy === 'unlisted')
    return { title: 'Unlisted.', text: 'Anyone with the link can see this page; it is not listed.' }
  return null
}

/** Tells the owner who else can see the page, when that is not everybody. */
export function OwnerNotice({ media }: { media: Media }) {
  const notice = media.viewer.owner ? noticeOf(media) : null
  if (!notice) return null
  return (
    <p class="notice">
      <strong>{notice.title}</strong> {notice.text} <a href="/studio">Change this in the studio</a>
    </p>
  )
}
