import { useSignal } from '@preact/signals'
import { Field } from './field.tsx'
import { type Form, lengthOf } from './form.ts'

/** Bounds of a password (contract 3). */
const shortest = 10
const longest = 200

type PasswordFieldProps = {
  form: Form
  name?: string
  label?: string
  /** A new one is held against the rules, which are said beforehand. */
  kind: 'current' | 'new'
}

/** Says what is wrong with a password that is to be set; an empty text when nothing is. */
export function faultOfPassword(password: string): string {
  const length = lengthOf(password)
  if (length < shortest) return `A password has ${shortest} characters at least: ${shortest - length} more.`
  return length > longest ? `A password has ${longest} characters at most.` : ''
}

/** A password, hidden until its owner wants to read it. */
export function PasswordField({ form, kind, name = 'password', label = 'Password' }: PasswordFieldProps) {
  const isShown = useSignal(false)
  const length = useSignal(0)
  const left = shortest - length.value
  const rule = left > 0 ? `${shortest} characters or more; a few words in a row are fine.` : 'Long enough.'
  return (
    <Field
      form={form}
      name={name}
      label={label}
      type={isShown.value ? 'text' : 'password'}
      autocomplete={kind === 'new' ? 'new-password' : 'current-password'}
      autocapitalize="none"
      spellcheck={false}
      required
      hint={kind === 'new' ? rule : undefined}
      onInput={({ currentTarget }) => {
        length.value = lengthOf(currentTarget.value)
      }}
      beside={
        <button
          type="button"
          class="peek"
          aria-label={`${isShown.value ? 'Hide' : 'Show'} ${label.toLowerCase()}`}
          onClick={() => {
            isShown.value = !isShown.value
          }}
        >
          {isShown.value ? 'Hide' : 'Show'}
        </button>
      }
    />
  )
}
