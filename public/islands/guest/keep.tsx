import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { say } from '../../../src/lib/language/say.ts'
import { api } from '../../lib/api.ts'
import { FormTrouble, SendForm, SendKey } from '../../lib/field.tsx'
import { textOf, useForm } from '../../lib/form.ts'
import { goFully } from '../../lib/go-fully.ts'
import { inParts } from '../../lib/in-parts.tsx'
import { faultOfPassword, PasswordField } from '../../lib/password-field.tsx'
import { hearAll } from '../../player/engine.ts'
import { faultOfName, NameField } from '../auth/name-field.tsx'
import { payersSecret } from './payers-secret.ts'

export type KeepProps = {
  paymentIntentId: string
  slug: string
  /** The handle of the signed-in visitor; null for a stranger. */
  handle: string | null
  /** The payer's email address, masked; null once it is forgotten. */
  address: string | null
  /** Whether anybody may sign up. */
  canJoin: boolean
}

/**
 * Puts what was just paid into a library, right where it was paid: a name and a password make the
 * account. Shown to the payer only, in the tab that has the payment's secret.
 */
export default function Keep({ paymentIntentId, slug, handle, address, canJoin }: KeepProps) {
  const secret = useSignal<string | null>(null)
  useEffect(() => {
    secret.value = payersSecret.of(paymentIntentId)
  }, [paymentIntentId])
  if (secret.value === null) return null
  const proof = { paymentIntentId, clientSecret: secret.value }
  const onKept = () => {
    payersSecret.forget()
    hearAll(slug)
    goFully('/library', 'replace')
  }
  if (handle !== null) return <KeepInOwn proof={proof} handle={handle} onKept={onKept} />
  return canJoin && address !== null ? <Join proof={proof} address={address} onKept={onKept} /> : null
}

type Proof = { paymentIntentId: string; clientSecret: string }

function KeepInOwn({ proof, handle, onKept }: { proof: Proof; handle: string; onKept: () => void }) {
  const form = useForm('keep')
  const submit = async () => {
    if (await form.send(() => api.guest.keep.post(proof))) onKept()
  }
  return (
    <SendForm submit={() => void submit()}>
      <h3>{say('Keep it in your library')}</h3>
      <p>{inParts(say('You are signed in as <b>@{handle}</b>.', { handle }), { b: (text) => <b>{text}</b> })}</p>
      <FormTrouble form={form} fields={[]} />
      <div class="acts">
        <SendKey form={form} label={say('Add it to my library')} busyLabel={say('One moment…')} />
      </div>
    </SendForm>
  )
}

function Join({ proof, address, onKept }: { proof: Proof; address: string; onKept: () => void }) {
  const form = useForm('keep')
  const name = useSignal('')
  const submit = async (data: FormData) => {
    const draft = { displayName: textOf(data, 'displayName').trim(), password: textOf(data, 'password') }
    const isRefused = form.refuseAny({
      displayName: faultOfName(draft.displayName),
      password: faultOfPassword(draft.password),
    })
    if (isRefused) return
    if (await form.send(() => api.guest.keep.new.post({ ...proof, ...draft }))) onKept()
  }
  return (
    <SendForm submit={(data) => void submit(data)}>
      <h3>{say('Save it to an account')}</h3>
      <p>
        {inParts(
          say(
            'A name and a password make your account, with <span>{address}</span>: your music is there on any device.',
            {
              address,
            },
          ),
          { span: (text) => <span class="mono">{text}</span> },
        )}
      </p>
      <NameField
        form={form}
        onWrite={(written) => {
          name.value = written
        }}
      />
      <PasswordField form={form} kind="new" known={{ displayName: name.value }} />
      <FormTrouble form={form} fields={['displayName', 'password']} />
      <div class="acts">
        <SendKey form={form} look="" label={say('Save')} busyLabel={say('Creating your account…')} />
      </div>
      <p class="fine-print">
        {inParts(say('You have an account already? <a>Sign in</a>, and come back to this page.'), {
          a: (text) => <a href={`/login?next=${encodeURIComponent(pathHere())}`}>{text}</a>,
        })}
      </p>
    </SendForm>
  )
}

const pathHere = () => location.pathname
