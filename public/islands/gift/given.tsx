import { useSignal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'
import type { ByHolder } from '../../../src/order/shape.ts'
import type { Gift } from '../../../src/shop/gift/model.ts'
import { api } from '../../lib/api.ts'
import { Day } from '../../lib/day.tsx'
import { Field, FormTrouble, SendForm, SendKey } from '../../lib/field.tsx'
import { useForm } from '../../lib/form.ts'
import { inParts } from '../../lib/in-parts.tsx'
import { Said } from '../../lib/said.tsx'
import { troubleOf } from '../../lib/trouble.ts'
import { PassOn } from './pass-on.tsx'

export type GivenProps = {
  gift: Gift
  by?: ByHolder
  hasMail: boolean
}

export default function Given({ gift: start, by = {}, hasMail }: GivenProps) {
  const gift = useSignal(start)
  const isOpen = gift.value.state === 'SCHEDULED' || gift.value.state === 'SENT'
  return (
    <div class="stack">
      <p>
        <StateOf gift={gift.value} hasMail={hasMail} />
      </p>
      {gift.value.url !== null && <PassOn url={gift.value.url} name={gift.value.casset.name} />}
      {isOpen && <Changes gift={gift} by={by} hasMail={hasMail} />}
    </div>
  )
}

function StateOf({ gift, hasMail }: { gift: Gift; hasMail: boolean }) {
  const { state, email, sendAt, sentAt, claimedAt } = gift
  if (state === 'ENDED') return <>{say('It has ended: the money went back.')}</>
  if (state === 'CLAIMED' && claimedAt !== null) {
    return <>{inParts(say('Taken on <day></day>: it is theirs now.'), { day: () => <Day iso={claimedAt} /> })}</>
  }
  if (!hasMail || email === null) return <>{say('Not taken yet. Pass the link on.')}</>
  if (state === 'SENT' && sentAt !== null) {
    return (
      <>
        {inParts(say('Sent to <span>{email}</span> on <day></day>, and not taken yet.', { email }), {
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
          ? say('Goes to <span>{email}</span> now.', { email })
          : say('Goes to <span>{email}</span> on <day></day>.', { email }),
        { span: (text) => <span class="mono">{text}</span>, day: () => sendAt && <Day iso={sendAt} /> },
      )}
    </>
  )
}

type ChangesProps = { gift: { value: Gift }; by: ByHolder; hasMail: boolean }

function Changes({ gift, by, hasMail }: ChangesProps) {
  const { orderId, email, url } = gift.value
  const isEmailed = hasMail && email !== null
  const form = useForm(`given-${orderId}`)
  const isChanging = useSignal(false)
  const said = useSignal('')
  const send = async () => {
    if (form.busy.value) return
    form.busy.value = true
    const { data, error } = await api.gifts({ orderId }).send.post(by)
    form.busy.value = false
    if (error) {
      said.value = troubleOf(error).text
      return
    }
    if (data.url === null) said.value = say('An email goes to {email}.', { email: String(email) })
    gift.value =
      data.url === null
        ? { ...gift.value, state: 'SENT', sentAt: new Date().toISOString() }
        : { ...gift.value, url: data.url }
  }
  if (!isChanging.value) {
    return (
      <div class="acts needs-js">
        {(isEmailed || url === null) && (
          <button type="button" class={isEmailed ? 'link' : 'key'} onClick={() => void send()}>
            {!isEmailed
              ? say('Show the link to pass on')
              : gift.value.state === 'SENT'
                ? say('Send it again')
                : say('Send it now')}
          </button>
        )}
        {hasMail && (
          <button
            type="button"
            class="link"
            onClick={() => {
              isChanging.value = true
            }}
          >
            {email === null ? say('Send it by email') : say('Change the recipient')}
          </button>
        )}
        <Said>{said.value}</Said>
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
        said.value = say('It goes to {email} now. Earlier links no longer work.', { email })
      }}
    >
      <Field
        form={form}
        name="email"
        type="email"
        label={say('Their email address')}
        autocomplete="off"
        required
        defaultValue={email ?? ''}
        hint={say('Earlier links end, and a new one goes to this address.')}
      />
      <FormTrouble form={form} fields={['email']} />
      <div class="acts">
        <SendKey
          form={form}
          label={email === null ? say('Send it') : say('Change it')}
          busyLabel={say('One moment…')}
        />
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
