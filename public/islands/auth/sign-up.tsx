import { useSignal } from '@preact/signals'
import { longest } from '../../../src/lib/longest.ts'
import { api } from '../../lib/api.ts'
import { Cassette } from '../../lib/cassette.tsx'
import { Field, FormTrouble, SendForm, SendKey } from '../../lib/field.tsx'
import { lengthOf, textOf, useForm } from '../../lib/form.ts'
import { goFully } from '../../lib/go-fully.ts'
import { faultOfPassword, PasswordField } from '../../lib/password-field.tsx'
import { tabStore } from '../../lib/store.ts'
import { faultOfHandle, HandleField, handleFrom } from './handle-field.tsx'
import { setupTokenKey } from './take-token.ts'

export type SignUpProps = { next: string; host: string }

const fields = ['displayName', 'handle', 'email', 'password']

function faultOfName(name: string): string {
  if (name === '') return 'Enter a name.'
  return lengthOf(name) > longest.displayName ? `Use at most ${longest.displayName} characters.` : ''
}

/** The form for a new account: the name appears on the tape while it is typed. */
export default function SignUp({ next, host }: SignUpProps) {
  const form = useForm('signup')
  const name = useSignal('')
  const handle = useSignal('')
  const email = useSignal('')
  const submit = async (data: FormData) => {
    const draft = {
      displayName: textOf(data, 'displayName').trim(),
      handle: handle.value,
      email: textOf(data, 'email').trim(),
      password: textOf(data, 'password'),
    }
    const isRefused = form.refuseAny({
      displayName: faultOfName(draft.displayName),
      handle: faultOfHandle(draft.handle),
      email: /^\S+@\S+$/.test(draft.email) ? '' : 'Enter a valid email address.',
      password: faultOfPassword(draft.password),
    })
    if (isRefused) return
    const setup = tabStore.read(setupTokenKey)
    const answer = await form.send(() => api.auth.signup.post(setup === null ? draft : { ...draft, setup }))
    if (answer) goFully(next + location.hash, 'replace')
  }
  return (
    <>
      <div class="gate-art" aria-hidden="true">
        <Cassette title={name.value} imprint={handle.value && `@${handle.value}`} />
      </div>
      <SendForm submit={submit}>
        <Field
          form={form}
          name="displayName"
          label="Name"
          autocomplete="nickname"
          required
          onInput={({ currentTarget }) => {
            const isUntouched = handle.value === handleFrom(name.value)
            name.value = currentTarget.value
            if (isUntouched) handle.value = handleFrom(name.value)
          }}
        />
        <HandleField form={form} handle={handle} host={host} />
        <Field
          form={form}
          name="email"
          label="Email"
          type="email"
          autocomplete="username"
          required
          onInput={({ currentTarget }) => {
            email.value = currentTarget.value
          }}
        />
        <PasswordField
          form={form}
          kind="new"
          known={{ email: email.value, handle: handle.value, displayName: name.value }}
        />
        <FormTrouble form={form} fields={fields} />
        <div class="acts">
          <SendKey form={form} label="Create account" busyLabel="Creating your account…" />
        </div>
      </SendForm>
    </>
  )
}
