import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { say } from '../../../src/lib/language/say.ts'
import { api } from '../../lib/api.ts'
import { Field, FormTrouble, SendForm, SendKey } from '../../lib/field.tsx'
import { textOf, useForm } from '../../lib/form.ts'
import { inParts } from '../../lib/in-parts.tsx'
import { faultOfPassword, PasswordField } from '../../lib/password-field.tsx'
import { Said } from '../../lib/said.tsx'
import { troubleOf } from '../../lib/trouble.ts'
import { SecondStep } from './second-step.tsx'
import { watchToken } from './take-token.ts'

export default function Reset({ hasMail }: { hasMail: boolean }) {
  const opened = useSignal<{ token: string | null; times: number }>({ token: null, times: 0 })
  useEffect(
    () =>
      watchToken((token) => {
        opened.value = { token, times: opened.peek().times + 1 }
      }),
    [],
  )
  const { token, times } = opened.value
  if (token !== null) return <SetNew key={times} token={token} />
  return hasMail ? <Forgot /> : <Unmailed />
}

const Unmailed = () => (
  <div class="form">
    <p>{say('This site sends no email. The person who runs it can give you a link to choose a new password.')}</p>
    <p>
      {inParts(say('Do you run it? <code>tapedeck password YOUR-EMAIL</code> prints the link.'), {
        code: (text) => <code>{text}</code>,
      })}
    </p>
    <p class="acts">
      <a class="key" href="/login">
        {say('Back to sign in')}
      </a>
    </p>
  </div>
)

function Forgot() {
  const form = useForm('forgot')
  const sentTo = useSignal('')
  const submit = async (data: FormData) => {
    const email = textOf(data, 'email').trim()
    if (email === '') return form.refuse('email', say('Enter your email address.'))
    const answer = await form.send(() => api.auth.password.forgot.post({ email }))
    if (answer) sentTo.value = email
  }
  if (sentTo.value) {
    return (
      <Said takesFocus as="div" class="form">
        <p class="hand">{say('Check your inbox.')}</p>
        <p>
          {inParts(
            say(
              'If <b>{sentTo}</b> has an account here, an email with a link is on its way. The link works once, for half an hour.',
              { sentTo: sentTo.value },
            ),
            { b: (text) => <b dir="auto">{text}</b> },
          )}
        </p>
        <p>
          <a href="/login">{say('Back to sign in')}</a>
        </p>
      </Said>
    )
  }
  return (
    <SendForm submit={submit}>
      <Field
        form={form}
        name="email"
        label={say('Email')}
        type="email"
        autocomplete="username"
        required
        hint={say('We email you a link to choose a new password.')}
      />
      <FormTrouble form={form} fields={['email']} />
      <div class="acts">
        <SendKey form={form} label={say('Send the link')} busyLabel={say('Sending…')} />
        <a href="/login">{say('I remembered it')}</a>
      </div>
    </SendForm>
  )
}

function SetNew({ token }: { token: string }) {
  const form = useForm('reset')
  const isDone = useSignal(false)
  const asked = useSignal<{ step: string; password: string } | null>(null)
  const submit = async (data: FormData) => {
    const password = textOf(data, 'password')
    if (faultOfPassword(password)) return form.refuse('password', faultOfPassword(password))
    const answer = await form.send(() => api.auth.password.reset.post({ token, password }))
    if (!answer) return
    // 204 has an empty body, which the client returns as a text.
    if (answer.data instanceof Object) asked.value = { step: answer.data.secondStep, password }
    else isDone.value = true
  }
  if (isDone.value) {
    return (
      <Said takesFocus as="div" class="form">
        <p class="hand">{say('Your new password is saved.')}</p>
        <p>{say('All browsers are signed out.')}</p>
        <p class="acts">
          <a class="key go" href="/login">
            {say('Sign in')}
          </a>
        </p>
      </Said>
    )
  }
  if (asked.value !== null) {
    const { step, password } = asked.value
    return (
      <SecondStep
        step={step}
        send={async (given) => {
          const { error } = await api.auth.password.reset.post({ token, password, step, ...given })
          return error && troubleOf(error)
        }}
        done={() => {
          isDone.value = true
        }}
      />
    )
  }
  return (
    <SendForm submit={submit}>
      <PasswordField form={form} kind="new" label={say('New password')} />
      <FormTrouble form={form} fields={['password']} />
      <div class="acts">
        <SendKey form={form} label={say('Save password')} busyLabel={say('Saving…')} />
        <a href="/reset">{say('Get another link')}</a>
      </div>
    </SendForm>
  )
}
