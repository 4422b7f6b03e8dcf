import { useSignal } from '@preact/signals'
import '../../lib/form-parts.ts'
import { say } from '../../../src/lib/language/say.ts'
import { api } from '../../lib/api.ts'
import { Field, FormTrouble, SendForm, SendKey } from '../../lib/field.tsx'
import { useForm } from '../../lib/form.ts'
import { goFully } from '../../lib/go-fully.ts'
import { tabStore } from '../../lib/store.ts'

type TakeProps = { secret: string; hasMail: boolean }

/** The same press of this tab has the same answer, also where one was lost on the way. */
function keyOf(secret: string): string {
  const name = `tapedeck.gift.${secret}` as const
  const key = tabStore.read(name) ?? crypto.randomUUID()
  tabStore.write(name, key)
  return key
}

/** Takes a gift without an account, and goes to the page of its own link. */
export default function Take({ secret, hasMail }: TakeProps) {
  const form = useForm('take')
  const email = useSignal('')
  return (
    <SendForm
      submit={async () => {
        const headers = { 'idempotency-key': keyOf(secret) }
        const body = { secret, ...(hasMail ? { email: email.value.trim() } : {}) }
        const taken = await form.send(() => api.gifts.take.post(body, { headers }))
        if (taken) goFully(new URL(taken.data.url).pathname, 'replace')
      }}
    >
      <h2>{say('Take your gift')}</h2>
      {hasMail ? (
        <Field
          form={form}
          name="email"
          type="email"
          label={say('Email address')}
          autocomplete="email"
          value={email.value}
          onInput={({ currentTarget }) => {
            email.value = currentTarget.value
          }}
          hint={say('The link to your gift goes there. You need no account.')}
        />
      ) : (
        <p>{say('You need no account: you get a link of your own, to keep.')}</p>
      )}
      <FormTrouble form={form} fields={['email']} />
      <div class="acts">
        <SendKey form={form} label={say('Take it')} busyLabel={say('One moment…')} />
      </div>
    </SendForm>
  )
}
