import { useSignal } from '@preact/signals'
import { say } from '../../../../src/lib/language/say.ts'
import { api } from '../../../lib/api.ts'
import { inParts } from '../../../lib/in-parts.tsx'
import { Said } from '../../../lib/said.tsx'
import { troubleOf } from '../../../lib/trouble.ts'
import { showUndo } from '../../../lib/undo.ts'
import type { CassetEditor, OwnerTrack } from '../casset-editor.ts'

type Tape = { id: string; slug: string; name: string }

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
    else if (way === 'move') await moved()
    else news.value = say('It is on both cassets now.')
  }
  const moved = async () => {
    const from = editor.casset.value.id
    const place = editor.tracks.value.findIndex((each) => each.id === id)
    const tape = tapes.value?.find((each) => each.id === chosen.value)?.name ?? ''
    await editor.refresh()
    const text = say('{title} is on {tape} now, with its comments and likes. Nobody had bought either casset.', {
      title,
      tape,
    })
    showUndo(text, async () => {
      const route = api.studio.tracks({ id })
      const { error } = await route.move.post({ cassetId: from })
      if (error) return troubleOf(error)
      const { error: unplaced } = await route.patch({ position: place + 1 })
      await editor.refresh()
      return unplaced && troubleOf(unplaced)
    })
  }
  return (
    <details class="other-tapes" onToggle={() => void look()}>
      <summary>{say('Another casset')}</summary>
      {tapes.value?.length === 0 && (
        <p>
          {inParts(say('You have no other casset. <a>Make one</a>'), {
            a: (text) => <a href="/studio/tapes">{text}</a>,
          })}
        </p>
      )}
      {tapes.value !== null && tapes.value.length > 0 && (
        <>
          <label class="field">
            <span>{say('Casset')}</span>
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
            <button
              type="button"
              class="key"
              aria-label={say('Move it there: {title}', { title })}
              onClick={() => void send('move')}
            >
              {say('Move it there')}
            </button>
            <button
              type="button"
              class="key"
              aria-label={say('Put it there too: {title}', { title })}
              onClick={() => void send('copy')}
            >
              {say('Put it there too')}
            </button>
          </p>
        </>
      )}
      <Said class="mono">{news}</Said>
      <Said role="alert" class="problem">
        {problem}
      </Said>
    </details>
  )
}
