import { useSignal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'
import { api } from '../../lib/api.ts'
import { Field, FormTrouble, SendForm, SendKey } from '../../lib/field.tsx'
import { textOf, useForm } from '../../lib/form.ts'
import { inParts } from '../../lib/in-parts.tsx'
import { PasswordField } from '../../lib/password-field.tsx'
import { proofOf } from '../../lib/prove-owner.ts'
import { Said } from '../../lib/said.tsx'

export type EmailProps = { hasPassword: boolean; hasPasskey: boolean }

/** The account gets its new address once the link emailed there is opened. */
export default function Email({ hasPassword, hasPasskey }: EmailProps) {
  const form = useForm('email-change')
  const sentTo = useSignal('')
  const submit = async (data: FormData, sheet: HTMLFormElement) => {
    const email = textOf(data, 'email').trim()
    const password = textOf(data, 'password')
    const isRefused = form.refuseAny({
      email: /^\S+@\S+$/.test(email) ? '' : say('Enter a valid email address.'),
      password: hasPassword && password === '' ? say('Enter your password.') : '',
    })
    if (isRefused) return
    const proof = hasPassword ? { password } : await proofOf(hasPasskey)
    if (!proof) return form.refuse(null, say('No passkey was used. Try again.'))
    if (!(await form.send(() => api.auth.email.change.post({ email, ...proof })))) return
    sheet.reset()
    sentTo.value = email
  }
  return (
    <details class="unfolds">
      <summary class="key">{say('Change it')}</summary>
      <SendForm submit={submit}>
        <Field form={form} name="email" label={say('New email')} type="email" autocomplete="email" required />
        {hasPassword && <PasswordField form={form} kind="current" label={say('Your password')} />}
        <FormTrouble form={form} fields={['email', 'password']} />
        <div class="acts">
          <SendKey form={form} label={say('Send the link')} busyLabel={say('Sending…')} />
        </div>
        <Said class="hand">
          {sentTo.value !== '' &&
            inParts(
              say('Open the link that we sent to <b>{sentTo}</b>, within half an hour.', { sentTo: sentTo.value }),
              { b: (text) => <b dir="auto">{text}</b> },
            )}
        </Said>
      </SendForm>
    </details>
  )
}
