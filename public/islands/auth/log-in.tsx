import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { say } from '../../../src/lib/language/say.ts'
import { api } from '../../lib/api.ts'
import { Field, FormTrouble, SendForm, SendKey } from '../../lib/field.tsx'
import { textOf, useForm } from '../../lib/form.ts'
import { goFully } from '../../lib/go-fully.ts'
import { PasswordField } from '../../lib/password-field.tsx'
import { PasskeyKey } from './passkey-key.tsx'
import { SecondStep } from './second-step.tsx'

const fields = ['email', 'password']

export type LogInProps = {
  next: string
  /** The address of a failed try without scripts, and its error. */
  email?: string
  told?: string
}

/** Without scripts the form is sent to the page's own address. */
export default function LogIn({ next, email: tried = '', told }: LogInProps) {
  const form = useForm('login', told)
  const step = useSignal<string | null>(null)
  useEffect(() => {
    // A sign-in that a form or a provider started ends here: the token of its second step is in the
    // fragment.
    const found = /^#second=([\w-]{43})$/.exec(location.hash)?.[1]
    if (found === undefined) return
    history.replaceState(history.state, '', location.pathname + location.search)
    step.value = found
  }, [])
  const submit = async (data: FormData) => {
    const [email, password] = [textOf(data, 'email').trim(), textOf(data, 'password')]
    const isRefused = form.refuseAny({
      email: email === '' ? say('Enter your email address.') : '',
      password: password === '' ? say('Enter your password.') : '',
    })
    if (isRefused) return
    const answer = await form.send(() => api.auth.login.post({ email, password }))
    if (!answer) return
    if ('secondStep' in answer.data) step.value = answer.data.secondStep
    else goFully(next + location.hash, 'replace')
  }
  if (step.value !== null) return <SecondStep step={step.value} done={() => goFully(next, 'replace')} />
  return (
    <div class="gate-form">
      <SendForm noValidate={form.awake.value} isFirst submit={submit}>
        <Field
          form={form}
          name="email"
          label={say('Email')}
          type="email"
          autocomplete="username"
          defaultValue={tried}
          required
        />
        <PasswordField form={form} kind="current" />
        <FormTrouble form={form} fields={fields} />
        <div class="acts">
          <SendKey form={form} label={say('Sign in')} busyLabel={say('Signing in…')} isPlain />
          <a href="/reset">{say('Forgot password?')}</a>
        </div>
      </SendForm>
      <PasskeyKey done={() => goFully(next + location.hash, 'replace')} />
    </div>
  )
}
