import { type Signal, useSignal } from '@preact/signals'
import { inEachLanguage } from '../../../src/lib/language/formats.ts'
import { say } from '../../../src/lib/language/say.ts'
import { pagePath } from '../../../src/lib/slug.ts'
import type { OwnerMedia } from '../../../src/world/media.ts'
import { AskDialog } from '../../lib/ask-dialog.tsx'
import { focusOn } from '../../lib/focus-on.ts'
import { inParts } from '../../lib/in-parts.tsx'
import type { Trouble } from '../../lib/trouble.ts'
import Share from '../share.tsx'
import { PublishDialog, type Publishing, type PublishProps } from './publish/publish-dialog.tsx'

type ReleaseProps = PublishProps

const day = inEachLanguage((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }))
/** Returns since when the casset is published and who sees it, which for everybody is not said. */
function publishedText(date: string, privacy: OwnerMedia['casset']['privacy']): string {
  if (privacy === 'unlisted') return say('Published {date}, link only', { date })
  return privacy === 'private' ? say('Published {date}, buyers only', { date }) : say('Published {date}', { date })
}

/** Whether the casset is published, the button that changes it, and the link to its page. */
export function Release(props: ReleaseProps) {
  const { editor, origin, artist } = props
  const { published, privacy, publishedAt, slug, name } = editor.casset.value
  const publishing = useSignal<Publishing | null>(null)
  const unpublishing = useSignal<{ name: string } | null>(null)
  const askFirst = () => {
    if (published) unpublishing.value = { name }
    else publishing.value = { slug }
  }
  const date = publishedAt === null ? '' : day().format(new Date(publishedAt))
  return (
    <div class="release">
      <p class="lamp" data-lit={published || undefined} role="status">
        {published ? publishedText(date, privacy) : say('Draft: only you can see it')}
      </p>
      <div class="acts">
        <button type="button" class={published ? 'key needs-js' : 'key go needs-js'} onClick={askFirst}>
          {published ? say('Unpublish') : say('Publish')}
        </button>
        <a class="key" href={pagePath(slug)}>
          {say('View page')}
        </a>
        {published && privacy !== 'private' && (
          <Share
            slug={slug}
            hasOwnLink={false}
            url={origin + pagePath(slug)}
            title={say('{name} by {artist}', { name, artist })}
          />
        )}
      </div>
      <PublishDialog {...props} asked={publishing} />
      <UnpublishDialog asked={unpublishing} act={() => editor.change({ published: false })} />
    </div>
  )
}

type UnpublishDialogProps = {
  /** The casset to be unpublished. */
  asked: Signal<{ name: string } | null>
  act: () => Promise<Trouble | null>
}

/** Asks before a casset is unpublished. */
const UnpublishDialog = ({ asked, act }: UnpublishDialogProps) => (
  <AskDialog
    about={asked}
    title={() => say('Unpublish this casset?')}
    keep={say('Cancel')}
    go={say('Unpublish')}
    act={act}
    after={() => focusOn('.release .key')}
  >
    {({ name }) => (
      <p>
        {inParts(
          say(
            'Then only you can see the page of <b>{name}</b>, and nobody can buy it. People who bought it keep it. You can publish it again at any time.',
            { name },
          ),
          { b: (text) => <b dir="auto">{text}</b> },
        )}
      </p>
    )}
  </AskDialog>
)
