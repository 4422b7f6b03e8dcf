import { useSignal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'
import type { ByHolder } from '../../../src/order/shape.ts'
import type { Gift } from '../../../src/shop/gift/model.ts'
import { api } from '../../lib/api.ts'
import { Day } from '../../lib/day.tsx'
import { Field, FormTrouble, SendForm, SendKey } from '../../lib/field.tsx'
import { useForm } from '../../lib/form.ts'
import { inParts } from '../../lib/in-parts.tsx'
import { troubleOf } from '../../lib/trouble.ts'
import Copy from '../links/copy.tsx'

export type GivenProps = {
  gift: Gift
  by?: ByHolder
  hasMail: boolean
}

export default function Given({ gift: start, by = {}, hasMail }: GivenProps) {
  const gift = useSignal(start)
  const isOpen = gift.value.state === 'SCHEDULED' || gift.value.state === 'SENT'
  return (
    <div>
      <p>
        <StateOf gift={gift.value} hasMail={hasMail} />
      </p>
      {isOpen && <Changes gift={gift} by={by} hasMail={hasMail} />}
    </div>
  )
}

function StateOf({ gift, hasMail }: { gift: Gift; hasMail: boolean }) {
  const { state, email, sendAt, sentAt, claimedAt } = gift
  if (state === 'ENDED') return <>{say('It has ended: the money went back.')}</>
  if (state === 'CLAIMED' && claimedAt !== null) {
    return <>{inParts(say('Taken on <day></day>: it is in their library.'), { day: () => <Day iso={claimedAt} /> })}</>
  }
  if (!hasMail) return <>{say('Not taken yet. Send {email} the link.', { email: String(email) })}</>
  if (state === 'SENT' && sentAt !== null) {
    return (
      <>
        {inParts(say('Sent to <span>{email}</span> on <day></day>, and not taken yet.', { email: String(email) }), {
          span: (text) => <span class="mono">{text}</span>,
          day: () => <Day iso={sentAt} />,
        })}
      </>
    )
  }
  return (
    <>
      {inParts(
        sendAt === null
          ? say('Goes to <span>{email}</span> now.', { email: String(email) })
          : say('Goes to <span>{email}</span> on <day></day>.', { email: String(email) }),
        { span: (text) => <span class="mono">{text}</span>, day: () => sendAt && <Day iso={sendAt} /> },
      )}
    </>
  )
}

type ChangesProps = { gift: { value: Gift }; by: ByHolder; hasMail: boolean }

function Changes({ gift, by, hasMail }: ChangesProps) {
  const { orderId } = gift.value
  const form = useForm(`given-${orderId}`)
  const isChanging = useSignal(false)
  const said = useSignal('')
  const link = useSignal<string | null>(null)
  const send = async () => {
    if (form.busy.value) return
    form.busy.value = true
    const { data, error } = await api.gifts({ orderId }).send.post(by)
    form.busy.value = false
    if (error) {
      said.value = troubleOf(error).text
      return
    }
    link.value = data.url
    if (data.url === null) {
      said.value = say('An email goes to {email}.', { email: String(gift.value.email) })
      gift.value = { ...gift.value, state: 'SENT', sentAt: new Date().toISOString() }
    }
  }
  if (!isChanging.value) {
    return (
      <div class="acts needs-js">
        <button type="button" class={hasMail ? 'link' : by.secret ? 'key go' : 'key'} onClick={() => void send()}>
          {hasMail
            ? gift.value.state === 'SENT'
              ? say('Send it again')
              : say('Send it now')
            : say('Show the link to pass on')}
        </button>
        <button
          type="button"
          class="link"
          onClick={() => {
            isChanging.value = true
          }}
        >
          {say('Change the recipient')}
        </button>
        <p role="status">{link.value === null ? said.value : <span class="mono">{link.value}</span>}</p>
        {link.value !== null && <Copy url={link.value} of={gift.value.casset.name} />}
      </div>
    )
  }
  return (
    <SendForm
      submit={async (data) => {
        const email = String(data.get('email')).trim()
        const answer = await form.send(() => api.gifts({ orderId }).patch({ email, ...by }))
        if (!answer) return
        gift.value = answer.data.gift
        isChanging.value = false
        link.value = null
        said.value = say('The address is changed. Earlier links no longer work.')
      }}
    >
      <Field
        form={form}
        name="email"
        type="email"
        label={say('Their email address')}
        autocomplete="off"
        required
        defaultValue={gift.value.email ?? ''}
        hint={hasMail ? say('Earlier links end, and a new one goes to this address.') : say('Earlier links end.')}
      />
      <FormTrouble form={form} fields={['email']} />
      <div class="acts">
        <SendKey form={form} label={say('Change it')} busyLabel={say('One moment…')} />
        <button
          type="button"
          class="key"
          onClick={() => {
            isChanging.value = false
          }}
        >
          {say('Keep it')}
        </button>
      </div>
    </SendForm>
  )
}
