import { useSignal } from '@preact/signals'
import Share from '../share.tsx'
import type { Desk } from './desk.ts'

type ReleaseProps = { desk: Desk; origin: string; artist: string }

const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })
const seenBy = {
  public: 'On the rack',
  unlisted: 'Out, by link alone',
  private: 'Out, for collectors alone',
} as const

/** Whether the casset is out, the key that puts it out or takes it back, and the way to its page. */
export function Release({ desk, origin, artist }: ReleaseProps) {
  const { published, privacy, publishedAt, slug, name } = desk.casset.value
  const problem = useSignal('')
  const isBusy = useSignal(false)
  const publish = async () => {
    isBusy.value = true
    const trouble = await desk.change({ published: !published })
    isBusy.value = false
    problem.value = trouble?.text ?? ''
  }
  const since = published && publishedAt ? ` since ${day.format(new Date(publishedAt))}` : ''
  return (
    <div class="release">
      <p class="lamp" data-lit={published || undefined} role="status">
        {published ? `${seenBy[privacy]}${since}` : 'Draft: only you see it'}
      </p>
      <div class="acts">
        <button
          type="button"
          class={published ? 'key needs-js' : 'key go needs-js'}
          aria-busy={isBusy.value}
          onClick={() => void publish()}
        >
          {published ? 'Take it back' : 'Publish'}
        </button>
        <a class="key" href={`/@${slug}`}>
          Open the page
        </a>
        {published && privacy !== 'private' && <Share url={`${origin}/@${slug}`} title={`${name} by ${artist}`} />}
      </div>
      <p class="problem" role="alert">
        {problem}
      </p>
    </div>
  )
}
