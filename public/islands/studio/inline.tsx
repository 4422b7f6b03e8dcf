import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { announce } from '../../lib/announce.ts'
import type { Trouble } from '../../lib/trouble.ts'

type InlineProps = {
  id: string
  label: string
  value: string
  /** Returns why a text is invalid; an empty text when it is not. */
  faultOf?: (text: string) => string
  onKeep: (text: string) => Promise<Trouble | null>
  class?: string
  inputMode?: 'decimal' | 'text'
  /** Id of the element that describes valid texts. */
  hintId?: string
}

const savedMs = 1_600

/** Text that is edited in place: saved on blur or Enter, restored on Escape. */
export function Inline({
  id,
  label,
  value,
  faultOf,
  onKeep,
  class: name = '',
  inputMode = 'text',
  hintId,
}: InlineProps) {
  const draft = useSignal<string | null>(null)
  const problem = useSignal('')
  const isSaved = useSignal(false)
  useEffect(() => {
    if (!isSaved.value) return
    const timer = setTimeout(() => {
      isSaved.value = false
    }, savedMs)
    return () => clearTimeout(timer)
  }, [isSaved.value])

  const keep = async () => {
    const written = draft.value
    if (written === null) return
    const text = written.trim()
    problem.value = text === value ? '' : (faultOf?.(text) ?? '')
    if (problem.value) return
    if (text !== value) {
      const trouble = await onKeep(text)
      if (trouble) {
        problem.value = trouble.text
        return
      }
      isSaved.value = true
      announce(`${label}: saved.`)
    }
    // The text may have been edited further while it was being saved.
    if (draft.value === written) draft.value = null
  }
  const putBack = () => {
    draft.value = null
    problem.value = ''
  }

  return (
    <span class={`inline ${name}`}>
      <input
        id={id}
        class="pen"
        type="text"
        dir="auto"
        inputMode={inputMode}
        autocomplete="off"
        aria-label={label}
        aria-invalid={problem.value !== '' || undefined}
        aria-describedby={hintId ? `${hintId} ${id}-problem` : `${id}-problem`}
        value={draft.value ?? value}
        onInput={({ currentTarget }) => {
          draft.value = currentTarget.value
          problem.value = ''
        }}
        onBlur={() => void keep()}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void keep()
          if (event.key === 'Escape') putBack()
        }}
      />
      <span class="kept hand" aria-hidden="true">
        {isSaved.value ? 'Saved' : ''}
      </span>
      <span class="problem" id={`${id}-problem`} role="alert">
        {problem}
      </span>
    </span>
  )
}
