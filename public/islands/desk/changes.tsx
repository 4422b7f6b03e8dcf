import { useSignal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'
import type { DeskChange } from '../../../src/operate/desk/model.ts'
import { Day } from '../../lib/day.tsx'
import { Said } from '../../lib/said.tsx'
import { type Refusal, troubleOf } from '../../lib/trouble.ts'

type Undone = { error: Refusal } | { error: null; said: string }

type ChangesProps = { changes: readonly DeskChange[]; undo: (id: string) => Promise<Undone> }

const whatOf = ({ isSet, isSecret, value }: DeskChange): string => {
  if (!isSet) return say('no longer set')
  if (isSecret || value === null) return say('replaced ## a secret setting')
  return value.length > 60 ? `${value.slice(0, 60)}…` : value
}

export function Changes({ changes, undo }: ChangesProps) {
  const problem = useSignal('')
  const said = useSignal('')
  const newest = new Map<string, string>()
  for (const { name, id } of changes) if (!newest.has(name)) newest.set(name, id)
  if (changes.length === 0) return null
  const press = async (id: string) => {
    said.value = ''
    const undone = await undo(id)
    problem.value = undone.error ? troubleOf(undone.error).text : ''
    if (undone.error === null) said.value = undone.said
  }
  return (
    <details class="desk-group">
      <summary>{say('What was changed')}</summary>
      <ul class="desk-changes">
        {changes.map((change) => (
          <li key={change.id}>
            <p>
              <b>{change.label}</b>: <span class="mono">{whatOf(change)}</span>
            </p>
            <p class="hint">
              {change.by !== null && `@${change.by}, `}
              <Day iso={change.changedAt} />
            </p>
            {change.canUndo && newest.get(change.name) === change.id && (
              <button
                type="button"
                class="key needs-js"
                aria-label={say('Undo: {label}', { label: change.label })}
                onClick={() => void press(change.id)}
              >
                {say('Undo')}
              </button>
            )}
          </li>
        ))}
      </ul>
      <Said class="hint">{said}</Said>
      <Said role="alert" class="problem">
        {problem}
      </Said>
    </details>
  )
}
