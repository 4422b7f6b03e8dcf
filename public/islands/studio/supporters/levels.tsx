import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { say } from '../../../../src/lib/language/say.ts'
import { readSum, symbolOf } from '../../../../src/lib/money/money.ts'
import type { Bounds } from '../../../../src/lib/money/price.ts'
import { levelGives, rhythmSum } from '../../../../src/lib/money/rhythm-sum.ts'
import { sumProblem } from '../../../../src/lib/money/sum-problem.ts'
import { joinSentences } from '../../../../src/lib/text/gap.ts'
import type { Level } from '../../../../src/shop/support/model.ts'
import { announce } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { AreaField } from '../../../lib/area-field.tsx'
import { AskDialog } from '../../../lib/ask-dialog.tsx'
import { Field, FormTrouble, SendForm, SendKey } from '../../../lib/field.tsx'
import { textOf, useForm } from '../../../lib/form.ts'
import { SwitchField } from '../../../lib/switch-field.tsx'
import { troubleOf } from '../../../lib/trouble.ts'

export type LevelsProps = { levels: readonly Level[]; currency: string; sums: Bounds }

const most = 5

/** The levels of an artist, up to five: made here and ended. */
export default function Levels({ levels, currency, sums }: LevelsProps) {
  const shown = useSignal(levels)
  const ending = useSignal<Level | null>(null)
  return (
    <>
      {shown.value.length > 0 ? (
        <ul class="rows levels">
          {shown.value.map((level) => (
            <li key={level.id}>
              <b dir="auto">{level.name}</b>
              <p class="mono">{say('{sum} or more', { sum: rhythmSum(level.least, level.rhythm) })}</p>
              <p>
                {level.words !== '' && <span dir="auto">{level.words} </span>}
                {joinSentences(...levelGives(level))}
              </p>
              <div class="acts">
                <button
                  type="button"
                  class="key"
                  aria-label={say('End the level {name}', { name: level.name })}
                  onClick={() => {
                    ending.value = level
                  }}
                >
                  {say('End it')}
                </button>
              </div>
            </li>
          ))}
        </ul>
      ) : (
        <p class="empty">{say('No level yet. Make one, and your page has a key for supporters.')}</p>
      )}
      {shown.value.length < most && (
        <LevelForm
          currency={currency}
          sums={sums}
          done={(level) => {
            shown.value = [...shown.value, level]
            announce(say('Your page offers {name} now.', { name: level.name }))
          }}
        />
      )}
      <AskDialog
        about={ending}
        title={({ name }) => say('End “{name}”?', { name })}
        keep={say('Keep it')}
        go={say('End it')}
        act={async ({ id }) => {
          const { error } = await api.studio.support.levels({ id }).delete()
          return error ? troubleOf(error) : null
        }}
        after={({ id }) => {
          shown.value = shown.value.filter((each) => each.id !== id)
        }}
      >
        {() => (
          <p>
            {say(
              'Nobody new gets it. Who supports you at it keeps what is paid, and is told; no further payment is taken.',
            )}
          </p>
        )}
      </AskDialog>
    </>
  )
}

type LevelFormProps = Omit<LevelsProps, 'levels'> & { done: (level: Level) => void }

function LevelForm({ currency, sums, done }: LevelFormProps) {
  const form = useForm('level')
  // Counts saved levels: with each the form begins again, empty.
  const round = useSignal(0)
  const element = useRef<HTMLDivElement>(null)
  const submit = async (data: FormData) => {
    const name = textOf(data, 'name').trim()
    const sum = textOf(data, 'least')
    const problem = sumProblem(sum, sums, currency)
    const least = readSum(sum, currency)
    if (name === '') return form.refuse('name', say('Enter a name.'))
    if (problem !== '' || least === null) return form.refuse('least', problem)
    const answer = await form.send(() =>
      api.studio.support.levels.post({
        name,
        words: textOf(data, 'words').trim(),
        least,
        rhythm: textOf(data, 'rhythm') === 'year' ? 'year' : 'month',
        hasStreams: data.get('hasStreams') !== null,
        hasTapes: data.get('hasTapes') !== null,
      }),
    )
    if (!answer) return
    round.value += 1
    done(answer.data.level)
  }
  return (
    <div ref={element} key={round.value}>
      <SendForm submit={(data) => void submit(data)} aria-label={say('A new level')}>
        <Field form={form} name="name" label={say('Name of the level')} autocomplete="off" required />
        <AreaField
          form={form}
          name="words"
          label={say('What you say about it')}
          hint={say('Optional. Supporters read it where they choose.')}
          rows={2}
        />
        <Field
          form={form}
          name="least"
          label={say('Least sum ({symbol})', { symbol: symbolOf(currency) })}
          hint={say('Supporters may give more.')}
          inputMode="decimal"
          autocomplete="off"
          required
        />
        <fieldset class="one-of">
          <legend>{say('How often')}</legend>
          <label>
            <input type="radio" name="rhythm" value="month" defaultChecked /> {say('By the month')}
          </label>
          <label>
            <input type="radio" name="rhythm" value="year" /> {say('By the year')}
          </label>
        </fieldset>
        <SwitchField
          form={form}
          name="hasStreams"
          label={say('They hear all my cassets whole')}
          hint={say(
            'As long as they support you, without downloads. Cassets that you share with others are not included.',
          )}
          defaultChecked
        />
        <SwitchField
          form={form}
          name="hasTapes"
          label={say('They keep what comes out meanwhile')}
          hint={say(
            'Each casset that you publish while they support you, preorders too, is theirs to download and keep.',
          )}
          defaultChecked={false}
        />
        <FormTrouble form={form} fields={['name', 'words', 'least']} />
        <div class="acts">
          <SendKey form={form} label={say('Offer it')} busyLabel={say('Saving…')} />
        </div>
      </SendForm>
    </div>
  )
}
