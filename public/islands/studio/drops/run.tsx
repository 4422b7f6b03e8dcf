import { useSignal } from '@preact/signals'
import type { CampaignPage } from '../../../../src/drop/view/model.ts'
import { say } from '../../../../src/lib/language/say.ts'
import { api } from '../../../lib/api.ts'
import { Day } from '../../../lib/day.tsx'
import { Field, FormTrouble, SendForm, SendKey } from '../../../lib/field.tsx'
import { textOf, useForm } from '../../../lib/form.ts'
import { go } from '../../../lib/go.ts'
import { inParts } from '../../../lib/in-parts.tsx'
import { refusedPress } from '../../../lib/refused-press.ts'
import { troubleOf } from '../../../lib/trouble.ts'
import Copy from '../../links/copy.tsx'
import { ChooseWinners } from './choose-winners.tsx'
import { PayoutList } from './payout-list.tsx'

export type RunProps = {
  drop: CampaignPage
  url: string
}

type Refused = { error: { status: unknown; value: unknown } | null }

export default function Run({ drop, url }: RunProps) {
  const { campaign, payouts, submissions, nextCursor, moves } = drop
  const { id, title, state, casset, terms, prize, chooseBy, winners, entries } = campaign
  const busy = useSignal(false)
  const act = async (call: () => Promise<Refused>) => {
    if (busy.value) return
    busy.value = true
    const { error } = await call()
    busy.value = false
    if (error) refusedPress(error)
    else go(`/studio/drops/${id}`, 'replace')
  }
  const at = api.campaign({ id })
  const close = async (submissionIds: string[]) => {
    const { error } = await at['select-winner'].post({ submissionIds })
    if (error) return troubleOf(error)
    go(`/studio/drops/${id}`, 'replace')
    return null
  }
  const fundHref = `/checkout/${casset.slug}/drop/${id}`
  const isCancellable = ['DRAFT', 'FUNDING', 'FUNDED', 'OPEN'].includes(state)
  return (
    <section aria-labelledby="next-step">
      <h2 id="next-step">{titles()[state]}</h2>
      {(state === 'DRAFT' || state === 'FUNDING') && (
        <>
          <p>{say('Pay the prize in. The drop can open when the money has arrived.')}</p>
          <div class="acts">
            <a class="key go" href={fundHref}>
              {say('Pay in the prize')}
            </a>
          </div>
        </>
      )}
      {state === 'FUNDED' && (
        <>
          <p>
            {terms === '' ? `${say('Write the terms first, below.')} ` : ''}
            {say('Once it is open, everybody can see it and send clips, and you can no longer change it.')}
          </p>
          <div class="acts">
            <button
              type="button"
              class="key go needs-js"
              disabled={terms === '' || prize.length === 0}
              onClick={() => void act(() => at.launch.post({}))}
            >
              {say('Open the drop')}
            </button>
            <a class="key" href={fundHref}>
              {say('Add to the prize')}
            </a>
          </div>
        </>
      )}
      {state === 'OPEN' && (
        <>
          <p>
            {inParts(
              say(
                'Choose the winners any time until <day></day>. After that the clips with the most points win; if there are too few clips, the prize goes back to you.',
              ),
              { day: () => <Day iso={chooseBy} /> },
            )}
          </p>
          {entries < winners ? (
            <>
              <p class="notice">
                {say(
                  '{clips, plural, =0 {No clips yet} one {# clip so far} other {# clips so far}}, for {winners, plural, one {# winner} other {# winners}}. Share its page.',
                  { clips: entries, winners },
                )}
              </p>
              <div class="acts">
                <code class="mono">{url}</code>
                <Copy url={url} of={title} />
              </div>
            </>
          ) : (
            <ChooseWinners id={id} winners={winners} entries={submissions} nextCursor={nextCursor} choose={close} />
          )}
        </>
      )}
      {payouts.length > 0 && (
        <PayoutList
          payouts={payouts}
          unclaimed={campaign.unclaimed}
          since={moves?.find(({ to }) => to === 'PAYING')?.at}
        />
      )}
      {(state === 'CLOSED' || state === 'PAYING') && (
        <div class="acts">
          <button
            type="button"
            class={state === 'CLOSED' ? 'key go needs-js' : 'key needs-js'}
            onClick={() => void act(() => at.payout.post({}))}
          >
            {state === 'CLOSED' ? say('Pay the winners') : say('Retry the payments')}
          </button>
        </div>
      )}
      {isCancellable && <Cancel id={id} hasMoney={prize.length > 0} />}
    </section>
  )
}

const titles = () =>
  ({
    DRAFT: say('Next: the prize'),
    FUNDING: say('Next: the prize'),
    FUNDED: say('Next: open it'),
    OPEN: say('Next: the winners'),
    CLOSED: say('Next: pay the winners'),
    PAYING: say('The winners are being paid'),
    PAID: say('The winners are paid'),
    CANCELLED: say('It was cancelled'),
  }) as const

function Cancel({ id, hasMoney }: { id: string; hasMoney: boolean }) {
  const form = useForm('cancel')
  const cancel = async (data: FormData) => {
    const reason = textOf(data, 'reason').trim()
    if (reason === '') return form.refuse('reason', say('Say why: those who took part read it.'))
    const answer = await form.send(() => api.campaign({ id }).cancel.post({ reason }))
    if (answer) go(`/studio/drops/${id}`, 'replace')
  }
  return (
    <details class="change">
      <summary>{say('Cancel it')}</summary>
      <SendForm submit={cancel}>
        {hasMoney && <p>{say('What you paid in goes back to you, less the payment processor’s fee.')}</p>}
        <Field form={form} name="reason" label={say('Why')} autocomplete="off" required />
        <FormTrouble form={form} fields={['reason']} />
        <div class="acts">
          <SendKey form={form} label={say('Cancel the drop')} busyLabel={say('Cancelling…')} />
        </div>
      </SendForm>
    </details>
  )
}
