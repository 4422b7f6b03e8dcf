import { useSignal } from '@preact/signals'
import type { Entry } from '../../../../src/drop/view/model.ts'
import { say } from '../../../../src/lib/language/say.ts'
import { api } from '../../../lib/api.ts'
import { AskDialog } from '../../../lib/ask-dialog.tsx'
import { focusOn } from '../../../lib/focus-on.ts'
import { inParts } from '../../../lib/in-parts.tsx'
import { refusedPress } from '../../../lib/refused-press.ts'
import { showToast } from '../../../lib/toast.ts'
import type { Trouble } from '../../../lib/trouble.ts'
import { ClipCard } from '../../clip/clip-card.tsx'

type ChooseWinnersProps = {
  id: string
  winners: number
  entries: readonly Entry[]
  nextCursor: string | null
  choose: (ids: string[]) => Promise<Trouble | null>
}

/** The clips with the most points have the places at first. */
export function ChooseWinners({ id, winners, entries, nextCursor, choose }: ChooseWinnersProps) {
  const shown = useSignal(entries)
  const cursor = useSignal(nextCursor)
  const showMore = async (after: string) => {
    const { data, error } = await api.campaign({ id }).leaderboard.get({ query: { limit: '50', cursor: after } })
    if (error) return refusedPress(error)
    // Points may have moved a clip meanwhile.
    const known = new Set(shown.value.map((entry) => entry.id))
    shown.value = [...shown.value, ...data.submissions.filter((entry) => !known.has(entry.id))]
    cursor.value = data.nextCursor
  }
  const asked = useSignal<readonly Entry[] | null>(null)
  const places = useSignal<readonly string[]>(entries.slice(0, winners).map(({ id }) => id))
  const give = (id: string, place: number) => {
    const others = places.value.map((each) => (each === id ? '' : each))
    places.value = others.map((each, index) => (index === place - 1 ? id : each))
  }
  const close = () => {
    const chosen = places.value.flatMap((id) => shown.value.find((entry) => entry.id === id) ?? [])
    if (places.value.includes('')) showToast(say('Choose a clip for each place first.'))
    else asked.value = chosen
  }
  return (
    <>
      <ul class="clips board">
        {shown.value.map((entry) => {
          const place = places.value.indexOf(entry.id) + 1
          return (
            <li key={entry.id} data-wins={place > 0 || undefined}>
              <p class="rank">
                <b>{entry.rank}</b>
                <span class="mono">
                  {say('{points, plural, one {# point} other {# points}}', { points: entry.score })}
                </span>
              </p>
              <ClipCard author={entry.author} caption={entry.caption} clip={entry.clip} />
              <label>
                <span>
                  {inParts(
                    say('Place<span> of the clip by {displayName}</span>', { displayName: entry.author.displayName }),
                    { span: (text) => <span class="sr">{text}</span> },
                  )}
                </span>
                <select value={place} onChange={({ currentTarget }) => give(entry.id, Number(currentTarget.value))}>
                  <option value={0}>{say('none')}</option>
                  {places.value.map((_, index) => (
                    <option key={`${index + 1}`} value={index + 1} selected={index + 1 === place}>
                      {index + 1}
                    </option>
                  ))}
                </select>
              </label>
            </li>
          )
        })}
      </ul>
      {cursor.value !== null && (
        <div class="acts">
          <button type="button" class="key needs-js" onClick={() => void showMore(cursor.value ?? '')}>
            {say('Show more clips')}
          </button>
        </div>
      )}
      <p>
        {inParts(say('Closing freezes the points. To exclude a clip, reject it with a reason <a>under Clips</a>.'), {
          a: (text) => <a href="/studio/clips">{text}</a>,
        })}
      </p>
      <div class="acts">
        <button type="button" class="key go needs-js" onClick={close}>
          {say('Confirm the winners')}
        </button>
      </div>
      <AskDialog
        about={asked}
        title={([first, ...others]) =>
          first && others.length === 0
            ? say('Name {name} the winner?', { name: first.author.displayName })
            : say('Are these the winners?')
        }
        keep={say('Not yet')}
        go={say('Yes, this is final')}
        act={(chosen) => choose(chosen.map((entry) => entry.id))}
        after={() => focusOn('#next-step')}
      >
        {(chosen) => (
          <>
            <ol class="chosen">
              {chosen.map((entry, at) => (
                <li key={entry.id}>
                  {at + 1}. <b dir="auto">{entry.author.displayName}</b> @{entry.author.handle}
                </li>
              ))}
            </ol>
            <p>{say('The prize is paid in this order. This cannot be undone.')}</p>
          </>
        )}
      </AskDialog>
    </>
  )
}
