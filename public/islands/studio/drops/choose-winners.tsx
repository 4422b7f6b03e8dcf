import { useSignal } from '@preact/signals'
import type { Entry } from '../../../../src/drop/model.ts'
import { count } from '../../../../src/lib/count.ts'
import { ClipCard } from '../../../lib/clip-card.tsx'
import { showToast } from '../../../lib/toast.ts'

type ChooseWinnersProps = { winners: number; entries: readonly Entry[]; choose: (ids: string[]) => void }

/** The clips of a drop with a place for each winner; at first those with the most points have them. */
export function ChooseWinners({ winners, entries, choose }: ChooseWinnersProps) {
  const places = useSignal<readonly string[]>(entries.slice(0, winners).map(({ id }) => id))
  const give = (id: string, place: number) => {
    const others = places.value.map((each) => (each === id ? '' : each))
    places.value = others.map((each, index) => (index === place - 1 ? id : each))
  }
  const close = () => {
    if (places.value.includes('')) showToast('Give each place to a clip first.')
    else choose([...places.value])
  }
  return (
    <>
      <ul class="clips board">
        {entries.map((entry) => {
          const place = places.value.indexOf(entry.id) + 1
          return (
            <li key={entry.id} data-wins={place > 0 || undefined}>
              <p class="rank">
                <b>{entry.rank}</b>
                <span class="mono">{count(entry.score, 'point')}</span>
              </p>
              <ClipCard author={entry.author} caption={entry.caption} clip={entry.clip} />
              <label>
                Place{' '}
                <select value={place} onChange={({ currentTarget }) => give(entry.id, Number(currentTarget.value))}>
                  <option value={0}>none</option>
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
      <p class="hint">Closing it freezes the points. To put a clip out, reject it with a reason under Clips.</p>
      <div class="acts">
        <button type="button" class="key go needs-js" onClick={close}>
          Close it with these winners
        </button>
      </div>
    </>
  )
}
