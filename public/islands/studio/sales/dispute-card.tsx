import type { Signal } from '@preact/signals'
import type { Dispute } from '../../../../src/earnings/dispute/model.ts'
import { say } from '../../../../src/lib/language/say.ts'
import { sumText } from '../../../../src/lib/money/money.ts'
import { disputeAdvice, disputeReason } from '../../../../src/lib/payment/dispute-text.ts'
import { gap } from '../../../../src/lib/text/gap.ts'
import { Day } from '../../../lib/day.tsx'
import { inParts } from '../../../lib/in-parts.tsx'

type DisputeCardProps = { dispute: Dispute; isOwn: boolean; answering: Signal<Dispute | null> }

export function DisputeCard({ dispute, isOwn, answering }: DisputeCardProps) {
  const { buyer, seller, amount, paid, currency, paidAt, reason, canAnswer } = dispute
  const sum = sumText({ amount, currency })
  const told = { sum: sumText({ amount: paid, currency }), name: dispute.name }
  return (
    <article class="dispute" aria-label={say('{sum} from {name}', { sum, name: buyer.displayName })}>
      <header>
        <h3>
          {inParts(say('{sum} from <span>{name}</span>', { sum, name: buyer.displayName }), {
            span: (text) => <span dir="auto">{text}</span>,
          })}{' '}
          {buyer.handle !== null && <span class="mono">@{buyer.handle}</span>}
        </h3>
        <Due dispute={dispute} />
      </header>
      <p>
        {inParts(
          isOwn
            ? say('They paid {sum} for <b>{name}</b> on <day></day>.', told)
            : say('They paid {sum} for <b>{name}</b> on <day></day> to {artist} (@{handle}).', {
                ...told,
                artist: seller.displayName,
                handle: seller.handle,
              }),
          { b: (text) => <b dir="auto">{text}</b>, day: () => <Day iso={paidAt} /> },
        )}{' '}
        {storyOf(dispute)}
        {gap()}
        {say('The reason: {reason}.', { reason: disputeReason(reason) })}
      </p>
      {canAnswer ? (
        <>
          <p>
            {disputeAdvice(reason)}
            {gap()}
            {dispute.state === 'INQUIRY' && isOwn && say('If they are right, refund the sale below instead.')}
          </p>
          <p class="acts">
            <button
              type="button"
              class="key go needs-js"
              aria-label={say('Answer the bank about {sum} from {name}', { sum, name: buyer.displayName })}
              onClick={() => {
                answering.value = dispute
              }}
            >
              {say('Answer the bank')}
            </button>
          </p>
        </>
      ) : (
        <p>{waitsFor(dispute, isOwn)}</p>
      )}
    </article>
  )
}

function Due({ dispute: { canAnswer, answerBy, answers } }: { dispute: Dispute }) {
  if (!canAnswer) return answers > 0 ? <span class="tag small">{say('Answered')}</span> : null
  if (answerBy === null) return null
  return <p class="due mono">{inParts(say('Answer by <day></day>'), { day: () => <Day iso={answerBy} /> })}</p>
}

function storyOf({ state }: Dispute): string {
  if (state === 'INQUIRY') return say('Their bank asks about it and has taken no money yet.')
  return state === 'APPEAL'
    ? say('Their bank decided for them, and is reviewing it again.')
    : say('Their bank holds the money until it decides.')
}

function waitsFor({ answers, answerBy }: Dispute, isOwn: boolean): string {
  if (answers > 0)
    return say('The answer is with the bank. You get an email when it has decided; that can take two months.')
  return !isOwn && answerBy !== null
    ? say('The artist who made this casset answers the bank.')
    : say('There is nothing for you to do: the bank decides on its own.')
}
