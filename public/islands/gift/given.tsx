import { useSignal } from '@preact/signals'
import type { Gift } from '../../../src/money/gift/model.ts'
import { api } from '../../lib/api.ts'
import { Day } from '../../lib/day.tsx'
import { Field, FormTrouble, SendForm, SendKey } from '../../lib/field.tsx'
import { useForm } from '../../lib/form.ts'
import { troubleOf } from '../../lib/trouble.ts'

export type GivenProps = {
  gift: Gift
  /** The secret of a guest's link; null for an account. */
  secret: string | null
  /** Whether emails are sent. */
  hasMail: boolean
}

/** The state of a gift, and until it is claimed its address to correct or to write to again. */
export default function Given({ gift: start, secret, hasMail }: GivenProps) {
  const gift = useSignal(start)
  const isOpen = gift.value.state === 'SCHEDULED' || gift.value.state === 'SENT'
  return (
    <div>
      <p>
        <StateOf gift={gift.value} hasMail={hasMail} />
      </p>
      {isOpen && <Changes gift={gift} secret={secret} hasMail={hasMail} />}
    </div>
  )
}

function StateOf({ gift, hasMail }: { gift: Gift; hasMail: boolean }) {
  const { state, email, sendAt, sentAt, claimedAt } = gift
  if (state === 'ENDED') return <>It has ended: the money went back.</>
  if (state === 'CLAIMED' && claimedAt !== null) {
    return (
      <>
        Taken on <Day iso={claimedAt} />: it is in their library.
      </>
    )
  }
  if (!hasMail) return <>Not taken yet. Pass the link on to {email}.</>
  if (state === 'SENT' && sentAt !== null) {
    return (
      <>
        Sent to <span class="mono">{email}</span> on <Day iso={sentAt} />, and not taken yet.
      </>
    )
  }
  return (
    <>
      Goes to <span class="mono">{email}</span> {sendAt === null ? 'now' : <Day iso={sendAt} />}.
    </>
  )
}

type ChangesProps = { gift: { value: Gift }; secret: string | null; hasMail: boolean }

function Changes({ gift, secret, hasMail }: ChangesProps) {
  const { orderId } = gift.value
  const form = useForm(`given-${orderId}`)
  const isChanging = useSignal(false)
  const said = useSignal('')
  const link = useSignal<string | null>(null)
  const whose = secret === null ? {} : { secret }
  const send = async () => {
    if (form.busy.value) return
    form.busy.value = true
    const { data, error } = await api.gifts({ orderId }).send.post(whose)
    form.busy.value = false
    if (error) {
      said.value = troubleOf(error).text
      return
    }
    link.value = data.url
    if (data.url === null) {
      said.value = `An email goes to ${gift.value.email}.`
      gift.value = { ...gift.value, state: 'SENT', sentAt: new Date().toISOString() }
    }
  }
  if (!isChanging.value) {
    return (
      <div class="acts needs-js">
        <button type="button" class="link" onClick={() => void send()}>
          {hasMail ? (gift.value.state === 'SENT' ? 'Send it again' : 'Send it now') : 'Show the link to pass on'}
        </button>
        <button
          type="button"
          class="link"
          onClick={() => {
            isChanging.value = true
          }}
        >
          Change the address
        </button>
        <p role="status">{link.value === null ? said.value : <span class="mono">{link.value}</span>}</p>
      </div>
    )
  }
  return (
    <SendForm
      submit={async (data) => {
        const email = String(data.get('email')).trim()
        const answer = await form.send(() => api.gifts({ orderId }).patch({ email, ...whose }))
        if (!answer) return
        gift.value = answer.data.gift
        isChanging.value = false
        link.value = null
        said.value = 'The address is changed. Earlier links no longer work.'
      }}
    >
      <Field
        form={form}
        name="email"
        type="email"
        label="Their email address"
        autocomplete="off"
        required
        defaultValue={gift.value.email ?? ''}
        hint={hasMail ? 'Earlier links end, and a new one goes to this address.' : 'Earlier links end.'}
      />
      <FormTrouble form={form} fields={['email']} />
      <div class="acts">
        <SendKey form={form} label="Change it" busyLabel="One moment…" />
        <button
          type="button"
          class="key"
          onClick={() => {
            isChanging.value = false
          }}
        >
          Keep it
        </button>
      </div>
    </SendForm>
  )
}
