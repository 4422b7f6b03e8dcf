import { useSignal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'
import { api } from '../../lib/api.ts'
import { FormTrouble, SendForm, SendKey } from '../../lib/field.tsx'
import { textOf, useForm } from '../../lib/form.ts'
import { faultOfPassword, PasswordField } from '../../lib/password-field.tsx'
import { Said } from '../../lib/said.tsx'

export type PasswordProps = { email: string; handle: string; displayName: string }

/** The form to change the password, which signs out all other browsers. */
export default function Password({ email, handle, displayName }: PasswordProps) {
  const form = useForm('change')
  const said = useSignal('')
  // A new key resets the field's strength display.
  const times = useSignal(0)
  const submit = async (data: FormData, element: HTMLFormElement) => {
    said.value = ''
    const body = { currentPassword: textOf(data, 'currentPassword'), password: textOf(data, 'password') }
    const isRefused = form.refuseAny({
      currentPassword: body.currentPassword === '' ? say('Enter your current password.') : '',
      password: faultOfPassword(body.password),
    })
    if (isRefused) return
    const answer = await form.send(() => api.auth.password.change.post(body))
    if (!answer) return
    element.reset()
    times.value += 1
    said.value = say('Changed. All other browsers are signed out.')
  }
  return (
    <SendForm submit={submit}>
      <input
        class="sr"
        type="email"
        name="email"
        autocomplete="username"
        value={email}
        readOnly
        tabIndex={-1}
        aria-hidden
      />
      <PasswordField form={form} kind="current" name="currentPassword" label={say('Current password')} />
      <PasswordField
        key={times.value}
        form={form}
        kind="new"
        label={say('New password')}
        known={{ email, handle, displayName }}
      />
      <FormTrouble form={form} fields={['currentPassword', 'password']} />
      <div class="acts">
        <SendKey form={form} label={say('Change password')} busyLabel={say('Changing…')} look="" />
        <Said as="span" class="hand said">
          {said}
        </Said>
      </div>
    </SendForm>
  )
}
