import { useSignal } from '@preact/signals'
import { say } from '../../src/lib/language/say.ts'
import { pagePath } from '../../src/lib/text/slug.ts'
import { api } from '../lib/api.ts'
import { Field, FormTrouble, SendForm, SendKey } from '../lib/field.tsx'
import { textOf, useForm } from '../lib/form.ts'
import { keepPress } from '../lib/pending-press.ts'
import { Said } from '../lib/said.tsx'

export type FollowByEmailProps = { slug: string; artist: string }

/** Asks a visitor without an account for the one thing that following takes: an email address. */
export default function FollowByEmail({ slug, artist }: FollowByEmailProps) {
  const form = useForm('follow')
  const isSent = useSignal(false)
  const submit = async (data: FormData) => {
    const email = textOf(data, 'email')
    if (form.refuseAny({ email: email === '' ? say('Enter a valid email address.') : '' })) return
    if (await form.send(() => api.casset({ slug })['follow-by-email'].post({ email }))) isSent.value = true
  }
  if (isSent.value) {
    return (
      <Said takesFocus class="sent">
        {say('Look in your mailbox: open the link in our email, and you follow {artist}.', { artist })}
      </Said>
    )
  }
  return (
    <SendForm submit={(data) => void submit(data)} aria-label={say('Following by email')}>
      <p>{say('News and letters of {artist} by email. One press ends them.', { artist })}</p>
      <Field form={form} name="email" type="email" autocomplete="email" label={say('Your email address')} required />
      <FormTrouble form={form} fields={['email']} />
      <div class="acts">
        <SendKey form={form} label={say('Follow by email')} busyLabel={say('Sending…')} />
        <a
          class="tap"
          href={`/login?next=${encodeURIComponent(pagePath(slug))}`}
          onClick={() => keepPress(`follow ${slug}`)}
        >
          {say('Sign in instead')}
        </a>
      </div>
    </SendForm>
  )
}
