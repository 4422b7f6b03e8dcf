import { useComputed } from '@preact/signals'
import { useMemo, useRef } from 'preact/hooks'
import { say } from '../../../src/lib/language/say.ts'
import { readSum, spellSum } from '../../../src/lib/money/money.ts'
import type { Bounds } from '../../../src/lib/money/price.ts'
import { sumProblem } from '../../../src/lib/money/sum-problem.ts'
import { offeredTips, tipRule } from '../../../src/lib/money/tip-sum.ts'
import { longest } from '../../../src/lib/text/longest.ts'
import { api } from '../../lib/api.ts'
import { AreaField } from '../../lib/area-field.tsx'
import { lengthFault, useForm } from '../../lib/form.ts'
import { inParts } from '../../lib/in-parts.tsx'
import { stepAmount } from './amount.tsx'
import type { Goods } from './goods.ts'
import { useKeptText } from './kept-text.ts'
import { Paying, type Payment } from './paying.tsx'
import { SumField } from './sum-field.tsx'
import { Thanks } from './thanks.tsx'

export type TipProps = { slug: string; artist: string; currency: string; payment: Payment }

/** Returns the written tip; null when it is too much or too little. */
export function tipOf(text: string, sums: Bounds, currency: string): number | null {
  return sumProblem(text, sums, currency) === '' ? readSum(text, currency) : null
}

export default function Tip({ slug, artist, currency, payment }: TipProps) {
  const form = useForm('tip')
  const { sums } = payment
  const offered = offeredTips(currency)
  const spell = (amount: number) => spellSum({ amount, currency })
  const path = `${slug}/tip`
  const text = useKeptText(path, 'amount', spell(offered[0]), (before) => tipOf(before, sums, currency) !== null)
  const message = useKeptText(path, 'message', '', () => true)
  const written = tipOf(text.value, sums, currency)
  const lastAmount = useRef<number>(offered[0])
  const amountMinor = useComputed(() => {
    lastAmount.current = tipOf(text.value, sums, currency) ?? lastAmount.current
    return lastAmount.current
  })
  const goods = useMemo<Goods>(
    () => ({
      path,
      currency,
      read() {
        const amount = tipOf(text.value, sums, currency)
        const said = message.value.trim()
        if (amount === null) return { field: 'amount', text: sumProblem(text.value, sums, currency) }
        const fault = lengthFault(said, longest.tipMessage)
        if (fault !== '') return { field: 'message', text: fault }
        return said === '' ? { amount } : { amount, message: said }
      },
      order: (choice, how) => api.casset({ slug }).tip.post({ ...choice, ...how }),
    }),
    [],
  )
  return (
    <Paying
      goods={goods}
      form={form}
      payment={payment}
      amountMinor={amountMinor}
      hasSum={written !== null}
      fields={['amount', 'message']}
      late={say('The tip arrives as soon as your bank is done; you can close this page.')}
      done={
        <Thanks title={say('Thank you')} slug={slug}>
          <p>
            {inParts(say('Your tip is on its way to <b>{artist}</b>.', { artist }), {
              b: (text) => <b dir="auto">{text}</b>,
            })}
          </p>
        </Thanks>
      }
    >
      <SumField
        form={form}
        label={say('Your tip')}
        currency={currency}
        text={text}
        hint={tipRule(sums, currency)}
        problem={sumProblem(text.value, sums, currency)}
        isLeast={written === sums.least}
        isMost={written === sums.most}
        onStep={(direction) => {
          text.value = spell(stepAmount(written ?? sums.least, direction, sums.least, sums, currency))
        }}
        offered={offered}
      />
      <AreaField
        form={form}
        name="message"
        label={say('Add a message')}
        hint={say('Optional. Only {artist} reads it.', { artist })}
        rows={2}
        value={message.value}
        onWrite={(said) => {
          message.value = said
        }}
      />
    </Paying>
  )
}
