import { useSignal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'
import { pagePath } from '../../../src/lib/text/slug.ts'
import { longDay } from '../../../src/lib/time/day-text.ts'
import type { OwnerMedia } from '../../../src/world/media.ts'
import { Said } from '../../lib/said.tsx'
import { showToast } from '../../lib/toast.ts'
import { showUndo } from '../../lib/undo.ts'
import Share from '../share.tsx'
import { PublishDialog, type Publishing, type PublishProps } from './publish/publish-dialog.tsx'

type ReleaseProps = PublishProps

/** Returns since when the casset is published and who sees it, which for everybody is not said. */
function publishedText(date: string, privacy: OwnerMedia['casset']['privacy']): string {
  if (privacy === 'unlisted') return say('Published {date}, link only', { date })
  return privacy === 'private' ? say('Published {date}, buyers only', { date }) : say('Published {date}', { date })
}

const unpublishedText = (name: string) =>
  say('{name} is unpublished: only you see its page, and nobody can buy it. People who bought it keep it.', { name })

export function Release(props: ReleaseProps) {
  const { editor, origin, artist } = props
  const { published, privacy, publishedAt, slug, name } = editor.casset.value
  const publishing = useSignal<Publishing | null>(null)
  const unpublish = async () => {
    const trouble = await editor.change({ published: false })
    if (trouble) return showToast(trouble.text)
    showUndo(unpublishedText(name), () => editor.change({ published: true }))
  }
  const press = async () => {
    if (published) return unpublish()
    // A press leaves the field of the price, which saves it: the list must not show another.
    await editor.settled()
    publishing.value = { slug }
  }
  const date = publishedAt === null ? '' : longDay(publishedAt)
  return (
    <div class="release">
      <Said class="lamp" data-lit={published || undefined}>
        {published ? publishedText(date, privacy) : say('Draft: only you can see it')}
      </Said>
      <div class="acts">
        <button type="button" class={published ? 'key needs-js' : 'key go needs-js'} onClick={() => void press()}>
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
    </div>
  )
}
