import { useSignal } from '@preact/signals'
import type { CampaignPage } from '../../../../src/drop/view/model.ts'
import { count } from '../../../../src/lib/count.ts'
import { api } from '../../../lib/api.ts'
import { Day } from '../../../lib/day.tsx'
import { Field, FormTrouble, SendForm, SendKey } from '../../../lib/field.tsx'
import { textOf, useForm } from '../../../lib/form.ts'
import { goFully } from '../../../lib/go-fully.ts'
import { refusedPress } from '../../../lib/refused-press.ts'
import { troubleOf } from '../../../lib/trouble.ts'
import { ChooseWinners } from './choose-winners.tsx'
import { PayoutList } from './payout-list.tsx'

export type RunProps = { drop: CampaignPage }

type Refused = { error: { status: unknown; value: unknown } | null }

/** The next step of a drop, by its state, and the form that cancels it. */
export default function Run({ drop }: RunProps) {
  const { campaign, payouts, submissions, nextCursor, moves } = drop
  const { id, state, casset, terms, prize, chooseBy, winners, entries } = campaign
  const busy = useSignal(false)
  const act = async (call: () => Promise<Refused>) => {
    if (busy.value) return
    busy.value = true
    const { error } = await call()
    busy.value = false
    if (error) refusedPress(error)
    else goFully(`/studio/drops/${id}`)
  }
  const at = api.campaign({ id })
  const close = async (submissionIds: string[]) => {
    const { error } = await at['select-winner'].post({ submissionIds })
    if (error) return troubleOf(error)
    goFully(`/studio/drops/${id}`)
    return null
  }
  const fundHref = `/checkout/${casset.slug}/drop/${id}`
  const isCancellable = ['DRAFT', 'FUNDING', 'FUNDED', 'OPEN'].includes(state)
  return (
    <section aria-labelledby="next-step">
      <h2 id="next-step">{titles[state]}</h2>
      {(state === 'DRAFT' || state === 'FUNDING') && (
        <>
          <p>Pay the prize in. The drop can open when the money has arrived.</p>
          <div class="acts">
            <a class="key go" href={fundHref}>
              Pay in the prize
            </a>
          </div>
        </>
      )}
      {state === 'FUNDED' && (
        <>
          <p>
            {terms === '' ? 'Write the terms first, below. ' : ''}Once it is open, everybody sees it and sends clips.
            You cannot change it any more then.
          </p>
          <div class="acts">
            <button
              type="button"
              class="key go needs-js"
              disabled={terms === '' || prize.length === 0}
              onClick={() => void act(() => at.launch.post({}))}
            >
              Open the drop
            </button>
            <a class="key" href={fundHref}>
              Add to the prize
            </a>
          </div>
        </>
      )}
      {state === 'OPEN' && (
        <>
          <p>
            Choose the winners when you like, at the latest by <Day iso={chooseBy} />: after that the clips with the
            most points win, or the prize goes back to you if there are too few.
          </p>
          {entries < winners ? (
            <p class="notice">
              It has {count(entries, 'clip')} yet, and {count(winners, 'winner')} to be. Send its page around.
            </p>
          ) : (
            <ChooseWinners id={id} winners={winners} entries={submissions} nextCursor={nextCursor} choose={close} />
          )}
        </>
      )}
      {payouts.length > 0 && <PayoutList payouts={payouts} since={moves?.find(({ to }) => to === 'PAYING')?.at} />}
      {(state === 'CLOSED' || state === 'PAYING') && (
        <div class="acts">
          <button type="button" class="key go needs-js" onClick={() => void act(() => at.payout.post({}))}>
            {state === 'CLOSED' ? 'Pay the winners' : 'Retry the payments'}
          </button>
        </div>
      )}
      {isCancellable && <Cancel id={id} hasMoney={prize.length > 0} />}
    </section>
  )
}

const titles = {
  DRAFT: 'Next: the prize',
  FUNDING: 'Next: the prize',
  FUNDED: 'Next: open it',
  OPEN: 'Next: the winners',
  CLOSED: 'Next: pay the winners',
  PAYING: 'The winners are being paid',
  PAID: 'The winners are paid',
  CANCELLED: 'It was cancelled',
} as const

function Cancel({ id, hasMoney }: { id: string; hasMoney: boolean }) {
  const form = useForm('cancel')
  const cancel = async (data: FormData) => {
    const reason = textOf(data, 'reason').trim()
    if (reason === '') return form.refuse('reason', 'Say why: those who took part read it.')
    const answer = await form.send(() => api.campaign({ id }).cancel.post({ reason }))
    if (answer) goFully(`/studio/drops/${id}`)
  }
  return (
    <details class="change">
      <summary>Cancel it</summary>
      <SendForm submit={cancel}>
        {hasMoney && <p>What the payment processor has left of your payments goes back to you.</p>}
        <Field form={form} name="reason" label="Why" autocomplete="off" required />
        <FormTrouble form={form} fields={['reason']} />
        <div class="acts">
          <SendKey form={form} label="Cancel the drop" busyLabel="Cancelling…" />
        </div>
      </SendForm>
    </details>
  )
}
