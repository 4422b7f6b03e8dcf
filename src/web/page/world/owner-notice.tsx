import { say } from '../../../lib/language/say.ts'
import { gap } from '../../../lib/text/gap.ts'
import { studioPathOf } from '../../parts/studio/studio-path.ts'
import type { Media } from '../../parts/tape-view.ts'

function noticeOf({ casset, members }: Media): { title: string; text: string } | null {
  if (!casset.published)
    return {
      title: say('Draft'),
      text: members
        ? say('Only its artists can see this page until it is published.')
        : say('Only you can see this page until it is published.'),
    }
  if (casset.privacy === 'private')
    return {
      title: say('Private'),
      text: members
        ? say('Only its artists and people who bought it can see this page.')
        : say('Only you and people who bought it can see this page.'),
    }
  if (casset.privacy === 'unlisted')
    return { title: say('Unlisted'), text: say('Anyone with the link can see this page; it is not listed.') }
  return null
}

export function OwnerNotice({ media }: { media: Media }) {
  const notice = media.viewer.owner || media.viewer.member ? noticeOf(media) : null
  if (!notice) return null
  return (
    <p class="notice">
      <strong>{notice.title}</strong> · {notice.text}
      {gap()}
      <a href={studioPathOf(media)}>{say('Change this in the studio')}</a>
    </p>
  )
}
