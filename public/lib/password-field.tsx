import { useSignal } from '@preact/signals'
import type { AccountFacts } from '../../src/lib/account/account-words.ts'
import { longestPassword as longest, shortestPassword as shortest } from '../../src/lib/account/password-rule.ts'
import { say } from '../../src/lib/language/say.ts'
import { Field } from './field.tsx'
import { type Form, lengthOf } from './form.ts'
import { PasswordStrength } from './password-strength.tsx'

type PasswordFieldProps = {
  form: Form
  name?: string
  label?: string
  /** A new password is checked against the rules, which are shown beforehand. */
  kind: 'current' | 'new'
  /** Facts about its owner, which a new password must not contain. */
  known?: Omit<AccountFacts, 'host'>
}

/** Returns the error of a new password; an empty text without one. */
export function faultOfPassword(password: string): string {
  const length = lengthOf(password)
  if (length < shortest)
    return say('A password needs at least {shortest} characters: {missing} more.', {
      shortest,
      missing: shortest - length,
    })
  return length > longest ? say('A password can have at most {longest} characters.', { longest }) : ''
}

export function PasswordField({
  form,
  kind,
  known = {},
  name = 'password',
  label = say('Password'),
}: PasswordFieldProps) {
  const isShown = useSignal(false)
  const written = useSignal('')
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
      hint={kind === 'new' ? <PasswordStrength password={written.value} known={known} /> : undefined}
      onInput={({ currentTarget }) => {
        if (kind === 'new') written.value = currentTarget.value
      }}
      beside={
        <button
          type="button"
          class="peek needs-js"
          aria-label={isShown.value ? say('Hide: {label}', { label }) : say('Show: {label}', { label })}
          onClick={() => {
            isShown.value = !isShown.value
          }}
        >
          {isShown.value ? say('Hide ## a password') : say('Show ## a password')}
        </button>
      }
    />
  )
}
