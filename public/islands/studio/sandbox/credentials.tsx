import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { say } from '../../../../src/lib/language/say.ts'
import type { Credential, NewCredential } from '../../../../src/machine/sandbox/model.ts'
import { announce } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { asOwner } from '../../../lib/as-owner.ts'
import { AskDialog } from '../../../lib/ask-dialog.tsx'
import { Day } from '../../../lib/day.tsx'
import { Field, FormTrouble, SendForm, SendKey } from '../../../lib/field.tsx'
import { focusOn } from '../../../lib/focus-on.ts'
import { textOf, useForm } from '../../../lib/form.ts'
import { inParts } from '../../../lib/in-parts.tsx'
import { troubleOf } from '../../../lib/trouble.ts'
import Copy from '../../links/copy.tsx'

export type CredentialsProps = { credentials: readonly Credential[]; origin: string }

async function revoke({ id }: Credential) {
  const { error, status } = await api.sandbox.credentials({ id }).delete()
  return error && status !== 404 ? troubleOf(error) : null
}

export default function Credentials({ credentials, origin }: CredentialsProps) {
  const shown = useSignal(credentials)
  const made = useSignal<NewCredential | null>(null)
  const revoking = useSignal<Credential | null>(null)
  const keep = (fresh: NewCredential) => {
    made.value = fresh
    shown.value = [fresh, ...shown.value]
  }
  const revoked = ({ id, name }: Credential) => {
    shown.value = shown.value.filter((each) => each.id !== id)
    if (made.value?.id === id) made.value = null
    announce(say('{name} is revoked.', { name }))
    focusOn('#credentials')
  }
  return (
    <>
      <CredentialForm done={keep} />
      {made.value && <NewSecret key={made.value.id} made={made.value} origin={origin} />}
      <section aria-labelledby="credentials">
        <h2 id="credentials" tabIndex={-1}>
          {say('Credentials')}
        </h2>
        {shown.value.length > 0 ? (
          <ul class="rows batches">
            {shown.value.map((each) => (
              <li key={each.id}>
                <b dir="auto">{each.name}</b>
                <p class="mono">{inParts(say('created <day></day>'), { day: () => <Day iso={each.createdAt} /> })}</p>
                <button
                  type="button"
                  class="key needs-js"
                  aria-label={say('Revoke {name}', { name: each.name })}
                  onClick={() => {
                    revoking.value = each
                  }}
                >
                  {say('Revoke')}
                </button>
              </li>
            ))}
          </ul>
        ) : (
          <p class="empty">{say('None yet. Make one, and try the first request.')}</p>
        )}
      </section>
      <AskDialog
        about={revoking}
        title={() => say('Revoke this credential?')}
        keep={say('Cancel')}
        go={say('Revoke')}
        act={revoke}
        after={revoked}
      >
        {({ name }) => (
          <p>
            {inParts(say('Programs that send <b>{name}</b> are refused from now on.', { name }), {
              b: (text) => <b dir="auto">{text}</b>,
            })}
          </p>
        )}
      </AskDialog>
    </>
  )
}

function CredentialForm({ done }: { done: (made: NewCredential) => void }) {
  const form = useForm('credential')
  const make = async (data: FormData, sheet: HTMLFormElement) => {
    const name = textOf(data, 'name').trim()
    const answer = await form.send(() => asOwner(() => api.sandbox.credentials.post(name === '' ? {} : { name })))
    if (!answer) return
    sheet.reset()
    done(answer.data.credential)
  }
  return (
    <SendForm submit={make}>
      <Field form={form} name="name" label={say('Name')} placeholder={say('My website')} autocomplete="off" />
      <FormTrouble form={form} fields={['name']} />
      <div class="acts">
        <SendKey form={form} label={say('Create a credential')} busyLabel={say('Creating…')} />
      </div>
    </SendForm>
  )
}

type NewSecretProps = { made: NewCredential; origin: string }

/** Shown once: the server stores only its hash. */
function NewSecret({ made: { name, secret }, origin }: NewSecretProps) {
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    head.current?.focus()
  }, [])
  const call = `curl -H 'Authorization: Bearer ${secret}' ${origin}/api/sandbox/v1/artists/sandbox-artist`
  return (
    <section class="new-codes stack coupon" aria-labelledby="new-secret">
      <h2 id="new-secret" ref={head} tabIndex={-1} dir="auto">
        {name}
      </h2>
      <p>{say('Copy the secret now: it is shown only once.')}</p>
      <p class="mono secret">{secret}</p>
      <div class="acts">
        <Copy url={secret} label={say('Copy the secret of {name}', { name })} />
      </div>
      <p>{say('The first request:')}</p>
      <pre class="mono secret">{call}</pre>
    </section>
  )
}
