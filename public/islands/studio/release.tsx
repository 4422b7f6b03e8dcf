import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { once } from '../../../src/lib/once.ts'
import { AskDialog } from '../../lib/ask-dialog.tsx'
import { focusOn } from '../../lib/focus-on.ts'
import type { Trouble } from '../../lib/trouble.ts'
import Share from '../share.tsx'
import type { CassetEditor } from './casset-editor.ts'

type ReleaseProps = { editor: CassetEditor; origin: string; artist: string }

const day = once(() => new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }))
const seenBy = {
  public: '',
  unlisted: ', link only',
  private: ', collectors only',
} as const

/** Whether the casset is published, the button that changes it, and the link to its page. */
export function Release({ editor, origin, artist }: ReleaseProps) {
  const { published, privacy, publishedAt, slug, name } = editor.casset.value
  const problem = useSignal('')
  const isBusy = useSignal(false)
  const unpublishing = useSignal<{ name: string } | null>(null)
  // The obstacle to publishing may be gone once a track has changed.
  useEffect(() => {
    problem.value = ''
  }, [editor.tracks.value])
  const publish = async () => {
    isBusy.value = true
    const trouble = await editor.change({ published: true })
    isBusy.value = false
    problem.value = trouble?.text ?? ''
  }
  const askFirst = () => {
    unpublishing.value = { name }
  }
  const since = published && publishedAt ? ` ${day().format(new Date(publishedAt))}` : ''
  return (
    <div class="release">
      <p class="lamp" data-lit={published || undefined} role="status">
        {published ? `Published${since}${seenBy[privacy]}` : 'Draft: only you can see it'}
      </p>
      <div class="acts">
        <button
          type="button"
          class={published ? 'key needs-js' : 'key go needs-js'}
          aria-busy={isBusy.value}
          onClick={published ? askFirst : () => void publish()}
        >
          {published ? 'Unpublish' : 'Publish'}
        </button>
        <a class="key" href={`/@${slug}`}>
          View page
        </a>
        {published && privacy !== 'private' && (
          <Share slug={slug} hasOwnLink={false} url={`${origin}/@${slug}`} title={`${name} by ${artist}`} />
        )}
      </div>
      <p class="problem" role="alert">
        {problem}
      </p>
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
    title={() => 'Unpublish this casset?'}
    keep="Cancel"
    go="Unpublish"
    act={act}
    after={() => focusOn('.release .key')}
  >
    {({ name }) => (
      <p>
        Then only you can see the page of <b dir="auto">{name}</b>, and nobody can collect it. People who collected it
        keep it. You can publish it again at any time.
      </p>
    )}
  </AskDialog>
)
