import type { TargetedInputEvent } from 'preact'
import { type Form, fieldId, problemOf } from './form.ts'

type AreaFieldProps = {
  form: Form
  name: string
  label: string
  hint?: string
  rows?: number
  defaultValue?: string
  /** The text, where the parent component holds it. */
  value?: string
  onWrite?: (text: string) => void
  onBeforeInput?: (event: TargetedInputEvent<HTMLTextAreaElement>) => void
}

export function AreaField({ form, name, label, hint = '', onWrite, rows = 5, ...area }: AreaFieldProps) {
  const id = fieldId(form, name)
  const problem = problemOf(form, name)
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <textarea
        {...area}
        id={id}
        name={name}
        rows={rows}
        dir="auto"
        onInput={({ currentTarget }) => {
          form.forgive(name)
          onWrite?.(currentTarget.value)
        }}
        aria-invalid={problem !== ''}
        aria-describedby={`${id}-hint ${id}-problem`}
      />
      <p class="hint" id={`${id}-hint`}>
        {hint}
      </p>
      <p class="problem" id={`${id}-problem`}>
        {problem}
      </p>
    </div>
  )
}
