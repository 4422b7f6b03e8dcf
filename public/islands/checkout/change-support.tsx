import '../../lib/form-parts.ts'
import { useSignal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'
import { rhythmSum } from '../../../src/lib/money/rhythm-sum.ts'
import { longDay } from '../../../src/lib/time/day-text.ts'
import { mostPaused, periodAt } from '../../../src/lib/time/periods.ts'
import type { ChangedSupport, Level } from '../../../src/shop/support/model.ts'
import { announce } from '../../lib/announce.ts'
import { api } from '../../lib/api.ts'
import { FormTrouble, SendForm } from '../../lib/field.tsx'
import { useForm } from '../../lib/form.ts'
import { SelectField } from '../../lib/select-field.tsx'
import { LevelAndSumFields, useLevelAndSum } from './level-and-sum.tsx'

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
  const { nextAmount, pausedUntil, paidUntil, amount } = now.value
  const level = levels.find((each) => each.id === levelId) ?? levels[0]
  const choice = useLevelAndSum({ level, amount: nextAmount ?? amount, currency, most })
  const keep = (changed: { data: ChangedSupport } | null) => {
    if (!changed) return
    now.value = changed.data
    announce(say('Saved'))
  }
  const save = async () => {
    const sum = choice.read()
    if (sum === null) return form.refuse('amount', choice.problem())
    const terms = { levelId: choice.level.value?.id ?? '', amount: sum }
    keep(await form.send(() => api.supports({ id }).terms.put(terms)))
  }
  const pause = async (periods: number) => keep(await form.send(() => api.supports({ id }).pause.put({ periods })))
  const next = rhythmSum({ amount: nextAmount ?? amount, currency }, rhythm)
  const paidMs = Date.parse(paidUntil)
  const dueMs = Date.parse(pausedUntil ?? paidUntil)
  return (
    <div class="stack">
      <p>
        {pausedUntil === null
          ? say('The next payment is {sum}, on {day}.', { sum: next, day: longDay(dueMs) })
          : say('It pauses. The next payment is {sum}, on {day}.', { sum: next, day: longDay(dueMs) })}
      </p>
      <SendForm submit={() => void save()}>
        <LevelAndSumFields form={form} levels={levels} choice={choice} rhythm={rhythm} />
        <FormTrouble form={form} fields={['amount']} />
        <div class="acts">
          <button type="submit" class="key go">
            {say('Change it from the next payment on')}
          </button>
        </div>
      </SendForm>
      {rhythm === 'month' && (
        <SendForm submit={(data) => void pause(Number(data.get('periods')))}>
          <SelectField
            form={form}
            name="periods"
            label={say('Pause, once what is paid is over')}
            options={pauses()}
            chosen={`${periodAt(paidMs, rhythm, dueMs)}`}
          />
          {now.value.state === 'resting' && (
            <p class="hint">{say('Without a pause, {sum} is taken now.', { sum: next })}</p>
          )}
          <div class="acts">
            <button type="submit" class="key">
              {say('Save the pause')}
            </button>
          </div>
        </SendForm>
      )}
    </div>
  )
}

const pauses = () =>
  Array.from({ length: mostPaused + 1 }, (_, count) => ({
    code: `${count}`,
    name:
      count === 0 ? say('No pause') : say('{count, plural, one {# month} other {# months}} ## of a pause', { count }),
  }))
