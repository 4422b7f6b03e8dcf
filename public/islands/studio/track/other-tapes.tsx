import { useSignal } from '@preact/signals'
import { api } from '../../../lib/api.ts'
import { troubleOf } from '../../../lib/trouble.ts'
import type { CassetEditor, OwnerTrack } from '../casset-editor.ts'

type Tape = { id: string; slug: string; name: string }

/** Moves a track to another tape of its artist, or puts it on that one too. */
export function OtherTapes({ editor, track }: { editor: CassetEditor; track: OwnerTrack }) {
  const tapes = useSignal<readonly Tape[] | null>(null)
  const chosen = useSignal('')
  const problem = useSignal('')
  const news = useSignal('')
  const { id, title } = track
  const look = async () => {
    if (tapes.value !== null) return
    const { data, error } = await api.studio.cassets.get()
    if (error) problem.value = troubleOf(error).text
    const others = (data?.cassets ?? []).filter((tape) => tape.id !== editor.casset.value.id)
    tapes.value = others
    chosen.value = others[0]?.id ?? ''
  }
  const send = async (way: 'move' | 'copy') => {
    problem.value = ''
    news.value = ''
    const body = { cassetId: chosen.value }
    const route = api.studio.tracks({ id })
    const { error } = way === 'move' ? await route.move.post(body) : await route.copy.post(body)
    if (error) problem.value = troubleOf(error).text
    else if (way === 'move') await editor.refresh()
    else news.value = 'It is on both tapes now.'
  }
  return (
    <details class="other-tapes" onToggle={() => void look()}>
      <summary>Another tape</summary>
      {tapes.value?.length === 0 && (
        <p>
          You have no other tape. <a href="/studio/tapes">Make one</a>
        </p>
      )}
      {tapes.value !== null && tapes.value.length > 0 && (
        <>
          <label class="field">
            <span>Tape</span>
            <select
              value={chosen}
              onChange={({ currentTarget }) => {
                chosen.value = currentTarget.value
              }}
            >
              {tapes.value.map((tape) => (
                <option key={tape.id} value={tape.id}>
                  {tape.name}
                </option>
              ))}
            </select>
          </label>
          <p class="acts">
            <button type="button" class="key" aria-label={`Move ${title} there`} onClick={() => void send('move')}>
              Move it there
            </button>
            <button type="button" class="key" aria-label={`Put ${title} there too`} onClick={() => void send('copy')}>
              Put it there too
            </button>
          </p>
        </>
      )}
      <p class="mono" role="status">
        {news}
      </p>
      <p class="problem" role="alert">
        {problem}
      </p>
    </details>
  )
}
