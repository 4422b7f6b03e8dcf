import type { ComponentChildren, FormHTMLAttributes, InputHTMLAttributes } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { announce } from './announce.ts'
import { type Form, fieldId, problemOf } from './form.ts'
import { Said } from './said.tsx'

type InputProps = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  | 'autocapitalize'
  | 'autocomplete'
  | 'defaultValue'
  | 'inputMode'
  | 'onBlur'
  | 'onInput'
  | 'placeholder'
  | 'required'
  | 'spellcheck'
  | 'value'
>

// One object each, since the element's own types distinguish inputs by this word.
const kinds = {
  text: { type: 'text' },
  date: { type: 'date' },
  time: { type: 'time' },
  email: { type: 'email' },
  password: { type: 'password' },
} as const

type FieldProps = InputProps & {
  type?: keyof typeof kinds
  form: Form
  name: string
  label: string
  /** The requirement, shown before an error. */
  hint?: ComponentChildren
  beside?: ComponentChildren
}

export function Field({ form, name, label, hint, beside, type = 'text', required, onInput, ...input }: FieldProps) {
  const id = fieldId(form, name)
  const problem = problemOf(form, name)
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="line">
        <input
          {...input}
          {...kinds[type]}
          id={id}
          name={name}
          onInput={(event) => {
            form.forgive(name)
            onInput?.(event)
          }}
          // Firefox calls an empty field with the word of HTML for it invalid from the first.
          aria-required={required}
          aria-invalid={problem !== ''}
          aria-describedby={`${id}-hint ${id}-problem`}
        />
        {beside}
      </div>
      <p class="hint" id={`${id}-hint`}>
        {hint}
      </p>
      <p class="problem" id={`${id}-problem`}>
        {problem}
      </p>
    </div>
  )
}

type SendFormProps = Pick<FormHTMLAttributes, 'aria-label' | 'hidden' | 'noValidate' | 'onInput'> & {
  class?: string
  /** The first field has the focus, except on phones, where a keyboard would cover the page. */
  isFirst?: boolean
  submit: (data: FormData, element: HTMLFormElement) => void
  children: ComponentChildren
}

export function SendForm({ submit, isFirst, ...form }: SendFormProps) {
  const box = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const isFree = document.activeElement === document.body && matchMedia('(hover: hover)').matches
    // Of a choice the chosen one, as Tab would reach it.
    const first = box.current?.querySelector<HTMLInputElement>('input:not([type=radio]), input:checked')
    if (isFirst && isFree) first?.focus({ preventScroll: true })
  }, [])
  return (
    <form
      ref={box}
      class="form"
      method="post"
      noValidate
      {...form}
      onSubmit={(event) => {
        event.preventDefault()
        submit(new FormData(event.currentTarget), event.currentTarget)
      }}
    />
  )
}

export function FormTrouble({ form, fields }: { form: Form; fields: readonly string[] }) {
  const trouble = form.trouble.value
  const isShown = trouble !== null && (trouble.field === null || !fields.includes(trouble.field))
  return (
    <Said role="alert" class="problem">
      {isShown ? trouble.text : ''}
    </Said>
  )
}

type SendKeyProps = {
  form: Form
  label: string
  busyLabel: string
  /** Something that the form needs has not loaded yet. */
  isSleeping?: boolean
  /** The form works without scripts. */
  isPlain?: boolean
  /** `bad` deletes something; without a colour it is not what the page is for. */
  look?: 'go' | 'bad' | ''
}

/** The button that sends a form. Disabled until the script has loaded. */
export function SendKey({ form, label, busyLabel, isSleeping, isPlain, look = 'go' }: SendKeyProps) {
  const isBusy = form.busy.value
  useEffect(() => {
    if (!isBusy) return
    // A form that is sent within a second says how it ended.
    const timer = setTimeout(() => announce(busyLabel), 1_000)
    return () => clearTimeout(timer)
  }, [isBusy])
  return (
    <button
      type="submit"
      class={`key ${look} send`}
      disabled={isSleeping || !(form.awake.value || isPlain)}
      aria-disabled={isBusy || undefined}
    >
      {isBusy ? busyLabel : label}
    </button>
  )
}
