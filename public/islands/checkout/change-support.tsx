import { useSignal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'
import { readSum, spellSum } from '../../../src/lib/money/money.ts'
import type { Bounds } from '../../../src/lib/money/price.ts'
import { rhythmSum } from '../../../src/lib/money/rhythm-sum.ts'
import { sumProblem } from '../../../src/lib/money/sum-problem.ts'
import { longDay } from '../../../src/lib/time/day-text.ts'
import type { ChangedSupport, Level } from '../../../src/shop/support/model.ts'
import { announce } from '../../lib/announce.ts'
import { api } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { Said } from '../../lib/said.tsx'
import { stepAmount } from './amount.tsx'
import { LevelChoice } from './level-choice.tsx'
import { SumField } from './sum-field.tsx'

export type ChangeSupportProps = {
  support: ChangedSupport
  levelId: string
  /** Those of its rhythm that can be chosen. */
  levels: readonly Level[]
  /** The most that can be paid at once, in minor units. */
  most: number
}

export default function ChangeSupport({ support, levelId, levels, most }: ChangeSupportProps) {
  const form = useForm('change-support')
  const { id, currency, rhythm } = support
  const now = useSignal(support)
  const paused = monthsBetween(support.paidUntil, support.pausedUntil)
  const chosen = useSignal(levels.find((level) => level.id === levelId) ?? levels[0])
  const text = useSignal(spellSum({ amount: support.nextAmount ?? support.amount, currency }))
  const least = chosen.value?.least.amount ?? 0
  const bounds: Bounds = { least, most: Math.max(least, most) }
  const problem = sumProblem(text.value, bounds, currency)
  const written = problem === '' ? readSum(text.value, currency) : null
  const keep = (changed: ChangedSupport) => {
    now.value = changed
    announce(say('Saved'))
  }
  const save = async () => {
    if (written === null) return form.refuse('amount', problem)
    const body = { levelId: chosen.value?.id ?? '', amount: written }
    const changed = await form.send(() => api.supports({ id }).terms.put(body))
    if (changed) keep(changed.data)
  }
  const pause = async (periods: number) => {
    const changed = await form.send(() => api.supports({ id }).pause.put({ periods }))
    if (changed) keep(changed.data)
  }
  const { nextAmount, pausedUntil, paidUntil, amount } = now.value
  const next = rhythmSum({ amount: nextAmount ?? amount, currency }, rhythm)
  return (
    <div class="stack">
      <p>
        {pausedUntil === null
          ? say('The next payment is {sum}, on {day}.', { sum: next, day: longDay(Date.parse(paidUntil)) })
          : say('It pauses. The next payment is {sum}, on {day}.', {
              sum: next,
              day: longDay(Date.parse(pausedUntil)),
            })}
      </p>
      <form class="form" noValidate onSubmit={sending(save)}>
        <LevelChoice
          levels={levels}
          chosen={chosen.value?.id}
          onChoose={(level) => {
            chosen.value = level
            if ((readSum(text.value, currency) ?? 0) < level.least.amount) {
              text.value = spellSum({ amount: level.least.amount, currency })
            }
          }}
        />
        <SumField
          form={form}
          label={rhythm === 'year' ? say('A year ## the label of a sum') : say('A month ## the label of a sum')}
          currency={currency}
          text={text}
          hint=""
          problem={problem}
          isLeast={written === bounds.least}
          isMost={written === bounds.most}
          onStep={(direction) => {
            const to = stepAmount(written ?? bounds.least, direction, bounds.least, bounds, currency)
            text.value = spellSum({ amount: to, currency })
          }}
        />
        <Said role="alert" class="problem">
          {form.trouble.value?.field === null ? form.trouble.value.text : ''}
        </Said>
        <div class="acts">
          <button type="submit" class="key go">
            {say('Change it from the next payment on')}
          </button>
        </div>
      </form>
      {rhythm === 'month' && (
        <form class="form" onSubmit={sending((data) => pause(Number(data.get('periods'))))}>
          <div class="field">
            <label for="pause-periods">{say('Pause, once what is paid is over')}</label>
            <select id="pause-periods" name="periods">
              {pauses().map(({ count, name }) => (
                <option key={count} value={count} selected={count === paused}>
                  {name}
                </option>
              ))}
            </select>
          </div>
          <div class="acts">
            <button type="submit" class="key">
              {say('Save the pause')}
            </button>
          </div>
        </form>
      )}
    </div>
  )
}

const sending =
  (act: (data: FormData) => Promise<void>) =>
  (event: SubmitEvent & { currentTarget: HTMLFormElement }): void => {
    event.preventDefault()
    void act(new FormData(event.currentTarget))
  }

const pauses = () => [
  { count: 0, name: say('No pause') },
  ...[1, 2, 3].map((count) => ({
    count,
    name: say('{count, plural, one {# month} other {# months}} ## of a pause', { count }),
  })),
]

function monthsBetween(from: string, to: string | null): number {
  if (to === null) return 0
  const [start, end] = [new Date(from), new Date(to)]
  return (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth()
}
