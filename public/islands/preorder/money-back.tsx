import { useSignal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'
import type { ByHolder } from '../../../src/order/shape.ts'
import { api } from '../../lib/api.ts'
import { AskDialog } from '../../lib/ask-dialog.tsx'
import { Day } from '../../lib/day.tsx'
import { inParts } from '../../lib/in-parts.tsx'
import { Said } from '../../lib/said.tsx'
import { troubleOf } from '../../lib/trouble.ts'

export type MoneyBackProps = {
  /** Why they may: the hour of a preorder moved, or they withdraw, and what ends that. */
  why: 'moved' | 'until the day' | 'until the download'
  orderId: string
  by?: ByHolder
  /** Until when they may (ISO). */
  until: string
  name: string
  sum: string
}

export default function MoneyBack({ why, until, orderId: id, by = {}, name, sum }: MoneyBackProps) {
  const isMoved = why === 'moved'
  const asked = useSignal<{ name: string } | null>(null)
  const isDone = useSignal(false)
  const returnMoney = async () => {
    const { error } = await (isMoved ? api.preorders({ id }).refund : api.orders({ id })['give-back']).post(by)
    return error ? troubleOf(error) : null
  }
  if (isDone.value) {
    return <Said takesFocus>{say('{sum} is on its way back to you. Banks take about a week.', { sum })}</Said>
  }
  return (
    <>
      {!isMoved && (
        <p class="state">
          {inParts(
            why === 'until the day'
              ? say('You can withdraw from it until <day></day>.')
              : say('You can withdraw from it until <day></day>, as long as it was not downloaded.'),
            { day: () => <Day iso={until} /> },
          )}
        </p>
      )}
      <div class="acts">
        <button
          type="button"
          class="key needs-js"
          onClick={() => {
            asked.value = { name }
          }}
        >
          {inParts(
            isMoved
              ? say('Get your money back<span> for {name}</span>', { name })
              : say('Withdraw from contract here<span> – {name}</span>', { name }),
            { span: (text) => <span class="sr">{text}</span> },
          )}
        </button>
      </div>
      <AskDialog
        about={asked}
        title={() => (isMoved ? say('Get your money back?') : say('Withdraw from the contract?'))}
        keep={isMoved ? say('Keep the preorder') : say('Keep it')}
        go={isMoved ? say('Get {sum} back', { sum }) : say('Confirm withdrawal')}
        act={returnMoney}
        after={() => {
          isDone.value = true
        }}
      >
        {() =>
          isMoved ? (
            <p>
              {inParts(
                say(
                  'It opens later than you were told. All that you paid for <b>{name}</b> goes back to you, and you will not get it.',
                  { name },
                ),
                { b: (text) => <b dir="auto">{text}</b> },
              )}
            </p>
          ) : (
            <p>
              {inParts(
                say(
                  'All that you paid for <b>{name}</b> goes back to you: {sum}. Nobody has it by your payment any more.',
                  { name, sum },
                ),
                { b: (text) => <b dir="auto">{text}</b> },
              )}
            </p>
          )
        }
      </AskDialog>
    </>
  )
}
