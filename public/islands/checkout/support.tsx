import { useComputed, useSignal } from '@preact/signals'
import { useMemo, useRef } from 'preact/hooks'
import { say } from '../../../src/lib/language/say.ts'
import { readSum, spellSum } from '../../../src/lib/money/money.ts'
import type { Bounds } from '../../../src/lib/money/price.ts'
import { rhythmSum } from '../../../src/lib/money/rhythm-sum.ts'
import { sumProblem } from '../../../src/lib/money/sum-problem.ts'
import { gap } from '../../../src/lib/text/gap.ts'
import { longDay } from '../../../src/lib/time/day-text.ts'
import { periodStart } from '../../../src/lib/time/periods.ts'
import type { Level } from '../../../src/shop/support/model.ts'
import { api } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { inParts } from '../../lib/in-parts.tsx'
import { stepAmount } from './amount.tsx'
import type { Goods } from './goods.ts'
import { LevelChoice } from './level-choice.tsx'
import { Paying, type Payment } from './paying.tsx'
import { SumField } from './sum-field.tsx'
import { Thanks } from './thanks.tsx'

export type SupportProps = {
  slug: string
  artist: string
  levels: readonly Level[]
  payment: Payment
  /** A support of theirs that rests until they pay its sum; null to begin one. */
  resting: { id: string; amount: number; currency: string; rhythm: Level['rhythm'] } | null
  nowMs: number
}

export default function Support({ slug, artist, levels, payment, resting, nowMs }: SupportProps) {
  const form = useForm('support')
  const [first] = levels
  const currency = resting?.currency ?? first?.least.currency ?? 'usd'
  const chosen = useSignal(first)
  const spell = (amount: number) => spellSum({ amount, currency })
  const text = useSignal(spell(resting?.amount ?? first?.least.amount ?? 0))
  const bounds = (): Bounds => {
    const least = chosen.value?.least.amount ?? 0
    return { least, most: Math.max(least, payment.sums.most) }
  }
  const written = sumProblem(text.value, bounds(), currency) === '' ? readSum(text.value, currency) : null
  const last = useRef(resting?.amount ?? first?.least.amount ?? 0)
  const amountMinor = useComputed(() => {
    const isRight = sumProblem(text.value, bounds(), currency) === ''
    if (resting === null && isRight) last.current = readSum(text.value, currency) ?? last.current
    return last.current
  })
  const goods = useMemo<Goods>(
    () => ({
      path: `${slug}/support`,
      currency,
      read() {
        if (resting) return { amount: resting.amount }
        const problem = sumProblem(text.value, bounds(), currency)
        const amount = readSum(text.value, currency)
        if (problem !== '' || amount === null) return { field: 'amount', text: problem }
        // The level is part of the choice: another one is another order.
        return { amount, message: chosen.value?.id ?? '' }
      },
      order: ({ amount }, how) =>
        resting
          ? api.supports({ id: resting.id }).pay.post()
          : api.casset({ slug }).support.post({ levelId: chosen.value?.id ?? '', amount, ...how }),
    }),
    [],
  )
  const rhythm = resting?.rhythm ?? chosen.value?.rhythm ?? 'month'
  const sum = rhythmSum({ amount: resting?.amount ?? written ?? amountMinor.value, currency }, rhythm)
  return (
    <Paying
      goods={goods}
      form={form}
      payment={payment}
      amountMinor={amountMinor}
      hasSum={resting !== null || written !== null}
      fields={['amount']}
      late={say('Your support begins as soon as your bank is done; you can close this page.')}
      done={
        <Thanks
          title={say('Thank you')}
          slug={slug}
          next={{ href: '/library#support', label: say('See your support') }}
        >
          <p>
            {inParts(say('You support <b>{artist}</b> now.', { artist }), {
              b: (name) => <b dir="auto">{name}</b>,
            })}
          </p>
        </Thanks>
      }
    >
      {resting === null && (
        <>
          <LevelChoice
            levels={levels}
            chosen={chosen.value?.id}
            onChoose={(level) => {
              chosen.value = level
              if ((readSum(text.value, currency) ?? 0) < level.least.amount) text.value = spell(level.least.amount)
            }}
          />
          <SumField
            form={form}
            label={rhythm === 'year' ? say('A year ## the label of a sum') : say('A month ## the label of a sum')}
            currency={currency}
            text={text}
            hint=""
            problem={sumProblem(text.value, bounds(), currency)}
            isLeast={written === bounds().least}
            isMost={written === bounds().most}
            onStep={(direction) => {
              text.value = spell(stepAmount(written ?? bounds().least, direction, bounds().least, bounds(), currency))
            }}
          />
        </>
      )}
      <p class="fine-print">
        {resting
          ? say('By paying you agree that {artist} is paid {sum} from this card from now on, until you end it.', {
              artist,
              sum,
            })
          : say(
              'By paying you agree that {sum} is taken from this card again automatically, next on {day}, until you end it.',
              { sum, day: longDay(periodStart(nowMs, rhythm, 1)) },
            )}
        {gap()}
        {say('One press ends it, on its page and by the link in each email. It then runs to the end of what is paid.')}
      </p>
    </Paying>
  )
}
