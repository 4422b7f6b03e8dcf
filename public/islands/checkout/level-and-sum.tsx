import { type Signal, useSignal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'
import { readSum, spellSum } from '../../../src/lib/money/money.ts'
import type { Bounds } from '../../../src/lib/money/price.ts'
import { levelGives, rhythmSum } from '../../../src/lib/money/rhythm-sum.ts'
import { sumProblem } from '../../../src/lib/money/sum-problem.ts'
import type { Level } from '../../../src/shop/support/model.ts'
import type { Form } from '../../lib/form.ts'
import { stepAmount } from './amount.tsx'
import { SumField } from './sum-field.tsx'

/** A level that is chosen, and the sum as it is written. */
export type LevelAndSum = {
  level: Signal<Level | undefined>
  text: Signal<string>
  currency: string
  /** Returns the sums that the level takes. */
  bounds(): Bounds
  /** Returns what is wrong with the sum; an empty text for nothing. */
  problem(): string
  /** Returns the sum in minor units; null while something is wrong with it. */
  read(): number | null
}

type Begun = { level: Level | undefined; amount: number; currency: string; most: number }

/** `most`: the most that can be paid at once, in minor units. */
export function useLevelAndSum({ level: first, amount, currency, most }: Begun): LevelAndSum {
  const level = useSignal(first)
  const text = useSignal(spellSum({ amount, currency }))
  const bounds = () => {
    const least = level.value?.least.amount ?? 0
    return { least, most: Math.max(least, most) }
  }
  const problem = () => sumProblem(text.value, bounds(), currency)
  return {
    level,
    text,
    currency,
    bounds,
    problem,
    read: () => (problem() === '' ? readSum(text.value, currency) : null),
  }
}

type LevelAndSumFieldsProps = { form: Form; levels: readonly Level[]; choice: LevelAndSum; rhythm: Level['rhythm'] }

/** The sum rises with a level that asks for more, and never falls by itself. */
export function LevelAndSumFields({ form, levels, choice, rhythm }: LevelAndSumFieldsProps) {
  const { level, text, currency } = choice
  const [bounds, written] = [choice.bounds(), choice.read()]
  const choose = (chosen: Level) => {
    level.value = chosen
    const { amount } = chosen.least
    if ((readSum(text.value, currency) ?? 0) < amount) text.value = spellSum({ amount, currency })
  }
  return (
    <>
      <fieldset class="field stickers answers">
        <legend>{say('How you support')}</legend>
        {levels.map((each) => (
          <label key={each.id}>
            <input
              type="radio"
              name="level"
              value={each.id}
              checked={level.value?.id === each.id}
              onChange={() => choose(each)}
            />
            <span>
              <b dir="auto">{each.name}</b>{' '}
              <small>{say('{sum} or more', { sum: rhythmSum(each.least, each.rhythm) })}</small>
              {each.words !== '' && <small dir="auto">{each.words}</small>}
              {levelGives(each).map((what) => (
                <small key={what}>{what}</small>
              ))}
            </span>
          </label>
        ))}
      </fieldset>
      <SumField
        form={form}
        label={rhythm === 'year' ? say('A year ## the label of a sum') : say('A month ## the label of a sum')}
        currency={currency}
        text={text}
        hint=""
        problem={choice.problem()}
        isLeast={written === bounds.least}
        isMost={written === bounds.most}
        onStep={(direction) => {
          const amount = stepAmount(written ?? bounds.least, direction, bounds.least, bounds, currency)
          text.value = spellSum({ amount, currency })
        }}
      />
    </>
  )
}
