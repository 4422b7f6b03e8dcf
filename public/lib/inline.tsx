import { useSignal } from '@preact/signals'
import type { TargetedInputEvent } from 'preact'
import { useEffect } from 'preact/hooks'
import { say } from '../../src/lib/language/say.ts'
import { Said } from './said.tsx'
import { noteDraft } from './save-state.ts'
import type { Trouble } from './trouble.ts'

type InlineProps = {
  id: string
  label: string
  value: string
  /** Returns why a text is invalid; an empty text when it is not. */
  faultOf?: (text: string) => string
  onKeep: (text: string) => Promise<Trouble | null>
  class?: string
  inputMode?: 'decimal' | 'text'
  wraps?: boolean
  hintId?: string
}

/**
 * Text that is edited in place: saved on blur or Enter, restored on Escape and when it was emptied
 * and must not be.
 */
export function Inline({
  id,
  label,
  value,
  faultOf,
  onKeep,
  class: name = '',
  inputMode = 'text',
  wraps = false,
  hintId,
}: InlineProps) {
  const draft = useSignal<string | null>(null)
  const problem = useSignal('')
  useEffect(() => () => noteDraft(id, false), [id])

  const putBack = () => {
    draft.value = null
    problem.value = ''
    noteDraft(id, false)
  }
  const keep = async () => {
    const written = draft.value
    if (written === null) return
    const text = written.trim()
    problem.value = text === value ? '' : (faultOf?.(text) ?? '')
    if (problem.value) {
      // An emptied field has nothing that its writer could lose.
      if (text === '') {
        draft.value = null
        noteDraft(id, false)
        problem.value = say('It cannot be empty, so it stays as it was.')
      }
      return
    }
    if (text !== value) {
      const trouble = await onKeep(text)
      if (trouble) {
        problem.value = trouble.text
        return
      }
    }
    // The text may have been edited further while it was being saved.
    if (draft.value === written) putBack()
  }

  const field = {
    id,
    class: 'pen',
    dir: 'auto',
    inputMode,
    autocomplete: 'off',
    'aria-label': label,
    'aria-invalid': problem.value !== '' && draft.value !== null,
    'aria-describedby': hintId ? `${hintId} ${id}-problem` : `${id}-problem`,
    value: draft.value ?? value,
    onInput: ({ currentTarget }: TargetedInputEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      // A name that was pasted from several lines is one line too.
      draft.value = currentTarget.value.replaceAll(/[\r\n]+/g, ' ')
      problem.value = ''
      noteDraft(id, true)
    },
    onBlur: () => void keep(),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter' && !event.isComposing) {
        event.preventDefault()
        void keep()
      }
      if (event.key === 'Escape') putBack()
    },
  } as const
  return (
    <span class={`inline ${name}`}>
      {wraps ? (
        <span class="grows" data-text={field.value}>
          <textarea {...field} rows={1} />
        </span>
      ) : (
        <input {...field} type="text" />
      )}
      <Said as="span" role="alert" class="problem" id={`${id}-problem`}>
        {problem}
      </Said>
    </span>
  )
}
