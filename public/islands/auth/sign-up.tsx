import { useSignal } from '@preact/signals'
import { handleFrom } from '../../../src/lib/account/handle.ts'
import { say } from '../../../src/lib/language/say.ts'
import { api } from '../../lib/api.ts'
import { Field, FormTrouble, SendForm, SendKey } from '../../lib/field.tsx'
import { textOf, useForm } from '../../lib/form.ts'
import { goFully } from '../../lib/go-fully.ts'
import { faultOfPassword, PasswordField } from '../../lib/password-field.tsx'
import { tabStore } from '../../lib/store.ts'
import { faultOfHandle } from './handle-field.tsx'
import { MusicField } from './music-field.tsx'
import { FirstTape, faultOfName, NameField } from './name-field.tsx'
import { setupTokenKey } from './take-token.ts'

export type SignUpProps = {
  next: string
  host: string
  invite?: string | undefined
  /** Whether they came to publish music; anybody may say so in the form. */
  isArtist: boolean
  hasArt: boolean
}

const fields = ['displayName', 'handle', 'email', 'password']

/** An account that is made on the way to a checkout can become an artist’s later. */
const isBuying = (next: string) => next.startsWith('/checkout/')

/** The form for a new account: the name appears on the tape while it is typed. */
export default function SignUp({ next, host, invite, isArtist, hasArt }: SignUpProps) {
  const form = useForm('signup')
  const name = useSignal('')
  const handle = useSignal('')
  const email = useSignal('')
  const makesMusic = useSignal(isArtist)
  const submit = async (data: FormData) => {
    const draft = {
      displayName: textOf(data, 'displayName').trim(),
      email: textOf(data, 'email').trim(),
      password: textOf(data, 'password'),
    }
    const isRefused = form.refuseAny({
      displayName: faultOfName(draft.displayName),
      email: /^\S+@\S+$/.test(draft.email) ? '' : say('Enter a valid email address.'),
      password: faultOfPassword(draft.password),
      handle: makesMusic.value ? faultOfHandle(handle.value) : '',
    })
    if (isRefused) return
    const setup = tabStore.read(setupTokenKey)
    const whoMay = setup === null ? { ...(invite === undefined ? {} : { invite }) } : { setup }
    const body = { ...draft, ...whoMay }
    const answer = await form.send(() =>
      makesMusic.value ? api.auth.signup.post({ ...body, handle: handle.value }) : api.auth.signup.listener.post(body),
    )
    if (!answer) return
    tabStore.write(setupTokenKey, null)
    goFully(next + location.hash, 'replace')
  }
  return (
    <>
      {hasArt && <FirstTape name={name} handle={handle} />}
      <SendForm isFirst submit={submit}>
        <NameField
          form={form}
          onWrite={(written) => {
            const isUntouched = handle.value === handleFrom(name.value)
            name.value = written
            if (isUntouched) handle.value = handleFrom(name.value)
          }}
        />
        <Field
          form={form}
          name="email"
          label={say('Email')}
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
        {(isArtist || !isBuying(next)) && (
          <MusicField form={form} makesMusic={makesMusic} handle={handle} host={host} />
        )}
        <FormTrouble form={form} fields={fields} />
        <div class="acts">
          <SendKey form={form} label={say('Create account')} busyLabel={say('Creating your account…')} />
        </div>
      </SendForm>
    </>
  )
}
