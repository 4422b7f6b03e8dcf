import { useSignal } from '@preact/signals'
import { say } from '../../../../src/lib/language/say.ts'
import { priceTag, readSum, spellSum } from '../../../../src/lib/money/money.ts'
import { boundsIn, boundsText, type Prices } from '../../../../src/lib/money/price.ts'
import { sumProblem } from '../../../../src/lib/money/sum-problem.ts'
import { gap } from '../../../../src/lib/text/gap.ts'
import type { OwnRequest } from '../../../../src/release/request/model.ts'
import { announce } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { AreaField } from '../../../lib/area-field.tsx'
import { AskDialog } from '../../../lib/ask-dialog.tsx'
import { Day } from '../../../lib/day.tsx'
import { Field, FormTrouble, SendForm, SendKey } from '../../../lib/field.tsx'
import { focusOn } from '../../../lib/focus-on.ts'
import { textOf, useForm } from '../../../lib/form.ts'
import { inParts } from '../../../lib/in-parts.tsx'
import { ObstacleHint, type Payable } from '../../../lib/obstacle-hint.tsx'
import { Said } from '../../../lib/said.tsx'
import { SlipDialog } from '../../../lib/slip-dialog.tsx'
import { troubleOf } from '../../../lib/trouble.ts'
import { scopeLabels } from './labels.ts'

export type RequestsProps = Payable & {
  releaseId: string
  requests: readonly OwnRequest[]
  currency: string
  prices: Prices
}

export function Requests({ releaseId, requests, currency, prices, ...payable }: RequestsProps) {
  const shown = useSignal(requests)
  const granting = useSignal<OwnRequest | null>(null)
  const refusing = useSignal<OwnRequest | null>(null)
  const answers = (requestId: string) => api.internal.releases({ id: releaseId }).requests({ requestId }).answer
  const done = (changed: OwnRequest) => {
    shown.value = shown.value.map((each) => (each.requestId === changed.requestId ? changed : each))
    granting.value = null
    announce(say('{name} is told.', { name: changed.name }))
    focusOn('#requests')
  }
  const refuse = async ({ requestId }: OwnRequest) => {
    const { data, error } = await answers(requestId).post({ answer: 'no' })
    if (error) return troubleOf(error)
    done(data.request)
    return null
  }
  if (shown.value.length === 0) return <p class="empty">{say('Nobody has asked for anything.')}</p>
  return (
    <>
      <ul class="rows batches">
        {shown.value.map((request) => (
          <RequestRow
            key={request.requestId}
            request={request}
            grant={() => (granting.value = request)}
            refuse={() => (refusing.value = request)}
          />
        ))}
      </ul>
      <SlipDialog about={granting} title={({ name }) => say('Yes to {name}', { name })}>
        {(request) => (
          <GrantForm
            request={request}
            currency={request.offer?.currency ?? currency}
            prices={prices}
            payable={payable}
            post={answers(request.requestId).post}
            done={done}
            close={() => (granting.value = null)}
          />
        )}
      </SlipDialog>
      <AskDialog
        about={refusing}
        title={({ name, state }) =>
          state === 'GRANTED' ? say('Take back the yes to {name}?', { name }) : say('Say no to {name}?', { name })
        }
        keep={say('Cancel')}
        go={say('Say no')}
        act={refuse}
        after={() => undefined}
      >
        {({ state }) => (
          <p>
            {say('They are told by email.')}
            {gap()}
            {state === 'GRANTED'
              ? say('Your offer ends at once.')
              : say('You cannot take back a no, but they may ask again.')}
          </p>
        )}
      </AskDialog>
    </>
  )
}

const stateLabels = () =>
  ({
    OPEN: say('Not answered'),
    GRANTED: say('You said yes'),
    REFUSED: say('You said no'),
    BOUGHT: say('Bought ## the state of a request: they bought the license'),
  }) as const

const askedBy = (agent: string | null, agentKey: string | null): string =>
  agent !== null
    ? say('Asked on <day></day> by the program of {agent}', { agent })
    : agentKey !== null
      ? say('Asked on <day></day> by a program that calls itself {agent}', { agent: agentKey })
      : say('Asked on <day></day>')

type RequestRowProps = { request: OwnRequest; grant: () => void; refuse: () => void }

function RequestRow({ request, grant, refuse }: RequestRowProps) {
  const { name, scopes, intendedUse, offer, agent, agentKey, state, price, message, askedAt } = request
  return (
    <li>
      <b dir="auto">{name}</b>
      <p>{scopes.map((scope) => scopeLabels()[scope]).join(' · ')}</p>
      {intendedUse !== null && (
        <p class="written" dir="auto">
          {intendedUse}
        </p>
      )}
      <p class="mono">
        {offer && <>{say('Offers {price}', { price: priceTag(offer) })} · </>}
        {inParts(askedBy(agent, agentKey), { day: () => <Day iso={askedAt} /> })}
      </p>
      <p>
        <b>{stateLabels()[state]}</b>
        {price && `: ${priceTag(price)}`}
        {message !== null && (
          <span class="written" dir="auto">
            {' '}
            “{message}”
          </span>
        )}
      </p>
      {(state === 'OPEN' || state === 'GRANTED') && (
        <div class="acts needs-js">
          {state === 'OPEN' && (
            <button type="button" class="key go" aria-label={say('Yes, for a price: {name}', { name })} onClick={grant}>
              {say('Yes, for a price')}
            </button>
          )}
          <button
            type="button"
            class="key"
            aria-label={state === 'OPEN' ? say('No: {name}', { name }) : say('Take it back: {name}', { name })}
            onClick={refuse}
          >
            {state === 'OPEN' ? say('No') : say('Take it back')}
          </button>
        </div>
      )}
    </li>
  )
}

type Post = ReturnType<ReturnType<ReturnType<typeof api.internal.releases>['requests']>['answer']['post']>
type GrantFormProps = {
  request: OwnRequest
  currency: string
  prices: Prices
  payable: Payable
  post: (body: {
    answer: 'yes'
    price: { amount: number; currency: string }
    terms: string | null
    message: string | null
  }) => Post
  done: (changed: OwnRequest) => void
  close: () => void
}

function GrantForm({ request, currency, prices, payable, post, done, close }: GrantFormProps) {
  const form = useForm('grant')
  const bounds = boundsIn(prices, currency)
  const grant = async (data: FormData) => {
    const written = textOf(data, 'price.amount')
    const amount = readSum(written, currency)
    if (amount === null || sumProblem(written, bounds, currency) !== '') {
      return form.refuse('price.amount', sumProblem(written, bounds, currency) || say('Enter a price.'))
    }
    const terms = textOf(data, 'terms').trim() || null
    const message = textOf(data, 'message').trim() || null
    const answer = await form.send(() => post({ answer: 'yes', price: { amount, currency }, terms, message }))
    if (answer) done(answer.data.request)
  }
  return (
    <SendForm submit={(data) => void grant(data)}>
      <Field
        form={form}
        name="price.amount"
        label={say('Your price in {currency}', { currency: currency.toUpperCase() })}
        inputMode="decimal"
        defaultValue={request.offer ? spellSum(request.offer) : ''}
        hint={
          request.scopes.length === 1
            ? say('{limits}, for one year. Your offer is good for a month.', { limits: boundsText(bounds, currency) })
            : say('{limits}, for one year of all of it. Your offer is good for a month.', {
                limits: boundsText(bounds, currency),
              })
        }
        required
      />
      {payable.obstacle !== null && (
        <Said class="hint">
          <ObstacleHint {...payable} />
        </Said>
      )}
      <AreaField
        form={form}
        name="terms"
        label={say('Terms')}
        rows={3}
        hint={say('What you ask for this license, such as credit. Left empty, the terms of the release apply.')}
      />
      <AreaField
        form={form}
        name="message"
        label={say('A note to them')}
        rows={2}
        hint={say('It is part of the email to them.')}
      />
      <FormTrouble form={form} fields={['price.amount', 'terms', 'message']} />
      <div class="acts">
        <button type="button" class="key" onClick={close}>
          {say('Cancel')}
        </button>
        <SendKey form={form} label={say('Say yes')} busyLabel={say('Sending…')} />
      </div>
    </SendForm>
  )
}
