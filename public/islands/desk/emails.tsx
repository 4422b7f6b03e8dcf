import { useSignal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'
import type { TroubledEmail } from '../../../src/operate/outbox/model.ts'
import { announce } from '../../lib/announce.ts'
import { api } from '../../lib/api.ts'
import { Day } from '../../lib/day.tsx'
import { inParts } from '../../lib/in-parts.tsx'
import { Said } from '../../lib/said.tsx'
import { troubleOf } from '../../lib/trouble.ts'

export type EmailsProps = { emails: readonly TroubledEmail[] }

const wordsOf = (state: TroubledEmail['state']) =>
  ({
    waiting: say('It waits for the mail server, which said:'),
    'given-up': say('It was given up:'),
    unsure: say('The mail server was given it, and its answer was lost:'),
  })[state]

export default function Emails({ emails }: EmailsProps) {
  return (
    <ul class="rows stored">
      {emails.map((email) => (
        <EmailRow key={email.id} email={email} />
      ))}
    </ul>
  )
}

function EmailRow({ email: { id, to, subject, createdAt, state, said, canSend } }: { email: TroubledEmail }) {
  const problem = useSignal('')
  const isSent = useSignal(false)
  const send = async () => {
    const { error } = await api.desk.emails({ id }).send.post()
    problem.value = error ? troubleOf(error).text : ''
    if (error) return
    isSent.value = true
    announce(say('It is tried now.'))
  }
  return (
    <li class="stack">
      <p>
        <b dir="auto">{subject}</b> · <span dir="ltr">{to}</span> · <Day iso={createdAt} />
      </p>
      <p class="hint">
        {wordsOf(state)} <span dir="auto">{said}</span>
      </p>
      {canSend && !isSent.value && (
        <p class="acts needs-js">
          <button type="button" class="key" onClick={() => void send()}>
            {inParts(say('Send again<span> – {subject}</span>', { subject }), {
              span: (text) => <span class="sr">{text}</span>,
            })}
          </button>
        </p>
      )}
      {isSent.value && <p class="hint">{say('It is tried now.')}</p>}
      <Said role="alert" class="problem">
        {problem.value}
      </Said>
    </li>
  )
}
