import { useSignal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'
import type { DeskWithdrawal } from '../../../src/shop/withdrawal/model.ts'
import { announce } from '../../lib/announce.ts'
import { api } from '../../lib/api.ts'
import { Moment } from '../../lib/day.tsx'
import { inParts } from '../../lib/in-parts.tsx'
import { Said } from '../../lib/said.tsx'
import { troubleOf } from '../../lib/trouble.ts'

export type WithdrawalsProps = { withdrawals: readonly DeskWithdrawal[] }

const wordsOf = (outcome: DeskWithdrawal['outcome']) =>
  ({
    returns: say('The money went back automatically.'),
    over: say('The right had ended, and the buyer was told why.'),
    open: say('It waits for your answer: refund it in Sales if it is due, and write to this address.'),
    done: say('You answered it.'),
  })[outcome]

export default function Withdrawals({ withdrawals }: WithdrawalsProps) {
  return (
    <ul class="rows stored">
      {withdrawals.map((each) => (
        <WithdrawalRow key={each.id} withdrawal={each} />
      ))}
    </ul>
  )
}

function WithdrawalRow({ withdrawal }: { withdrawal: DeskWithdrawal }) {
  const { id, receivedAt, email, order, what } = withdrawal
  const outcome = useSignal(withdrawal.outcome)
  const problem = useSignal('')
  const note = async () => {
    const { error } = await api.desk.withdrawals({ id }).done.post()
    problem.value = error ? troubleOf(error).text : ''
    if (error) return
    outcome.value = 'done'
    announce(say('You answered it.'))
  }
  return (
    <li class="stack">
      <p>
        <b dir="ltr">{email === '' ? say('An address that is forgotten') : email}</b> · <Moment iso={receivedAt} />
      </p>
      {order !== '' && (
        <p class="mono" dir="auto">
          {order}
        </p>
      )}
      {what !== '' && <p dir="auto">{what}</p>}
      <p class="hint">{wordsOf(outcome.value)}</p>
      {outcome.value === 'open' && (
        <p class="acts needs-js">
          <button type="button" class="key" onClick={() => void note()}>
            {inParts(say('It is answered<span> – {email}</span>', { email }), {
              span: (text) => <span class="sr">{text}</span>,
            })}
          </button>
        </p>
      )}
      <Said role="alert" class="problem">
        {problem.value}
      </Said>
    </li>
  )
}
