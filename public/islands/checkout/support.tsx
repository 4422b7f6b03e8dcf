import { useComputed } from '@preact/signals'
import { useMemo, useRef } from 'preact/hooks'
import { say } from '../../../src/lib/language/say.ts'
import { rhythmSum } from '../../../src/lib/money/rhythm-sum.ts'
import { gap } from '../../../src/lib/text/gap.ts'
import { longDay } from '../../../src/lib/time/day-text.ts'
import { periodStart } from '../../../src/lib/time/periods.ts'
import type { Level } from '../../../src/shop/support/model.ts'
import { api } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { inParts } from '../../lib/in-parts.tsx'
import type { Goods } from './goods.ts'
import { LevelAndSumFields, useLevelAndSum } from './level-and-sum.tsx'
import { Paying, type Payment } from './paying.tsx'
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
  const least = first?.least.amount ?? 0
  const choice = useLevelAndSum({ level: first, amount: resting?.amount ?? least, currency, most: payment.sums.most })
  const last = useRef(resting?.amount ?? least)
  const amountMinor = useComputed(() => {
    if (resting === null) last.current = choice.read() ?? last.current
    return last.current
  })
  const goods = useMemo<Goods>(
    () => ({
      path: `${slug}/support`,
      currency,
      read() {
        if (resting) return { amount: resting.amount }
        const amount = choice.read()
        if (amount === null) return { field: 'amount', text: choice.problem() }
        // The level is part of the choice: another one is another order.
        return { amount, message: choice.level.value?.id ?? '' }
      },
      order: ({ amount }, how) =>
        resting
          ? api.supports({ id: resting.id }).pay.post()
          : api.casset({ slug }).support.post({ levelId: choice.level.value?.id ?? '', amount, ...how }),
    }),
    [],
  )
  const rhythm = resting?.rhythm ?? choice.level.value?.rhythm ?? 'month'
  const sum = rhythmSum({ amount: resting?.amount ?? choice.read() ?? amountMinor.value, currency }, rhythm)
  return (
    <Paying
      goods={goods}
      form={form}
      payment={payment}
      amountMinor={amountMinor}
      hasSum={resting !== null || choice.read() !== null}
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
      {resting === null && <LevelAndSumFields form={form} levels={levels} choice={choice} rhythm={rhythm} />}
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
