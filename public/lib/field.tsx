import type { ComponentChildren, InputHTMLAttributes } from 'preact'
import { type Form, fieldId } from './form.ts'

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

// One object each, since the element's own types tell inputs apart by this word.
const kinds = {
  text: { type: 'text' },
  date: { type: 'date' },
  email: { type: 'email' },
  password: { type: 'password' },
} as const

type FieldProps = InputProps & {
  type?: keyof typeof kinds
  form: Form
  name: string
  label: string
  /** What is asked for, said before it is got wrong. */
  hint?: ComponentChildren
  /** What stands beside the input, for example a key. */
  beside?: ComponentChildren
}

/** A line to write on, with its label above and what is wrong with it below. */
export function Field({ form, name, label, hint, beside, type = 'text', ...input }: FieldProps) {
  const id = fieldId(form, name)
  const trouble = form.trouble.value
  const isWrong = trouble?.field === name
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="line">
        <input
          {...input}
          {...kinds[type]}
          id={id}
          name={name}
          aria-invalid={isWrong || undefined}
          aria-describedby={`${id}-hint ${id}-problem`}
        />
        {beside}
      </div>
      <p class="hint" id={`${id}-hint`}>
        {hint}
      </p>
      <p class="problem" id={`${id}-problem`}>
        {isWrong ? trouble.text : ''}
      </p>
    </div>
  )
}

/** What is wrong with the form as a whole, or with a field that it does not show. */
export function FormTrouble({ form, fields }: { form: Form; fields: readonly string[] }) {
  const trouble = form.trouble.value
  const isShown = trouble !== null && (trouble.field === null || !fields.includes(trouble.field))
  return (
    <p class="problem" role="alert">
      {isShown ? trouble.text : ''}
    </p>
  )
}

type SendKeyProps = {
  form: Form
  label: string
  busyLabel: string
  /** What the form needs besides the script has not come yet. */
  isSleeping?: boolean
}

/** The key that sends a form. It sleeps until the script has come: until then there is nobody to send it. */
export const SendKey = ({ form, label, busyLabel, isSleeping = false }: SendKeyProps) => (
  <button
    type="submit"
    class="key go send"
    disabled={!form.awake.value || isSleeping}
    aria-disabled={form.busy.value || undefined}
  >
    {form.busy.value ? busyLabel : label}
  </button>
)
