import { useComputed } from '@preact/signals'
import { useMemo, useRef } from 'preact/hooks'
import { say } from '../../../src/lib/language/say.ts'
import { readSum, spellSum } from '../../../src/lib/money/money.ts'
import { prizeRule } from '../../../src/lib/money/prize-sum.ts'
import { sumProblem } from '../../../src/lib/money/sum-problem.ts'
import { api } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { stepAmount } from './amount.tsx'
import type { Goods } from './goods.ts'
import { useKeptText } from './kept-text.ts'
import { Paying, type Payment } from './paying.tsx'
import { SumField } from './sum-field.tsx'

export type DropFundingProps = { slug: string; id: string; currency: string; payment: Payment }

const usual = 10

export default function DropFunding({ slug, id, currency, payment }: DropFundingProps) {
  const form = useForm('prize')
  const { sums: bounds } = payment
  const spell = (amount: number) => spellSum({ amount, currency })
  const path = `${slug}/drop/${id}`
  const sumOf = (written: string) => (sumProblem(written, bounds, currency) === '' ? readSum(written, currency) : null)
  const text = useKeptText(path, 'amount', spell(bounds.least * usual), (before) => sumOf(before) !== null)
  const written = sumOf(text.value)
  const lastAmount = useRef(bounds.least * usual)
  const amountMinor = useComputed(() => {
    lastAmount.current = sumOf(text.value) ?? lastAmount.current
    return lastAmount.current
  })
  const goods = useMemo<Goods>(
    () => ({
      path,
      currency,
      read() {
        const amount = sumOf(text.value)
        return amount === null ? { field: 'amount', text: sumProblem(text.value, bounds, currency) } : { amount }
      },
      order: ({ amount }, how) => api.campaign({ id }).fund.post({ amount, ...how }),
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
      fields={['amount']}
      late={say('The drop is funded as soon as your bank is done; you can close this page.')}
      done={
        <div class="form">
          <h2>{say('The prize is funded')}</h2>
          <p>
            {say(
              'Until you pay the winners, it lies on the account of this site at the payment processor. If the drop is cancelled, you get it back less the processor’s fee.',
            )}
          </p>
          <div class="acts">
            <a class="key go" href={`/studio/drops/${id}`}>
              {say('Back to the drop')}
            </a>
          </div>
        </div>
      }
    >
      <SumField
        form={form}
        label={say('Into the prize')}
        currency={currency}
        text={text}
        hint={prizeRule(bounds, currency)}
        problem={sumProblem(text.value, bounds, currency)}
        isLeast={written === bounds.least}
        isMost={written === bounds.most}
        onStep={(direction) => {
          text.value = spell(stepAmount(written ?? bounds.least, direction, bounds.least, bounds, currency))
        }}
      />
    </Paying>
  )
}
