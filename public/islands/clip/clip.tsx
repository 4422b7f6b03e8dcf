import { say } from '../../../src/lib/language/say.ts'
import '../../lib/form-parts.ts'
import { useSignal } from '@preact/signals'
import type { Submission } from '../../../src/drop/submission/shape.ts'
import { announce } from '../../lib/announce.ts'
import { api } from '../../lib/api.ts'
import { focusOn } from '../../lib/focus-on.ts'
import { refusedPress } from '../../lib/refused-press.ts'
import { ClipCard } from './clip-card.tsx'
import { ClipForm, type HookChoice } from './clip-form.tsx'

export type ClipPageProps = {
  artist: string
  hooks: readonly HookChoice[]
  chosen: string | null
  own: readonly Submission[]
}

export default function Clip({ artist, hooks, chosen, own }: ClipPageProps) {
  const clips = useSignal(own)
  const titles = new Map(hooks.map(({ hookId, title }) => [hookId, title]))
  const withdraw = async ({ id }: Submission) => {
    const { error } = await api.hooks.submissions({ id }).delete()
    if (error) return refusedPress(error)
    clips.value = clips.value.filter((each) => each.id !== id)
    announce(say('Your clip is withdrawn.'))
    focusOn('#own-clips')
  }
  return (
    <>
      <ClipForm
        artist={artist}
        hooks={hooks}
        chosen={chosen}
        onSubmitted={(submission) => {
          clips.value = [submission, ...clips.value]
        }}
      />
      <section aria-labelledby="own-clips">
        <h2 id="own-clips" tabIndex={-1}>
          {say('Your clips')}
        </h2>
        {clips.value.length === 0 && (
          <p class="empty">{say('Nothing sent yet. {artist} sees it first, then everybody.', { artist })}</p>
        )}
        <ul class="clips">
          {clips.value.map((each) => (
            <li key={each.id}>
              <ClipCard author={each.author} caption={each.caption} clip={each.clip} />
              <p>
                <span class="tag small">{labels()[each.status]}</span> <span dir="auto">{titles.get(each.hookId)}</span>
              </p>
              {each.reason !== null && (
                <p class="hint" dir="auto">
                  {artist}: {each.reason}
                </p>
              )}
              <button type="button" class="key needs-js" onClick={() => void withdraw(each)}>
                {say('Withdraw')}
              </button>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

const labels = () =>
  ({
    PENDING: say('Waiting ## a clip, for the artist to decide'),
    ACCEPTED: say('On the page'),
    REJECTED: say('Rejected ## a clip'),
  }) as const
