import type { Signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Letter, Reach } from '../../../../src/audience/letter/model.ts'
import { say } from '../../../../src/lib/language/say.ts'
import { announce } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { type Form, fieldId } from '../../../lib/form.ts'
import type { LetterTape } from './letter.tsx'

type Props = { form: Form; letter: Letter; tapes: readonly LetterTape[]; reach: Signal<Reach | null> }

export function Readers({ form, letter, tapes, reach }: Props) {
  const { id, to } = letter
  const asked = JSON.stringify(to)
  useEffect(() => {
    let isCurrent = true
    const ask = async () => {
      const { data } = await api.studio.letters({ id }).reach.get()
      if (!data || !isCurrent) return
      // The first count comes with the page.
      if (reach.value) announce(goesTo(data.people))
      reach.value = data
    }
    void ask()
    return () => {
      isCurrent = false
    }
  }, [asked])
  const counted = reach.value
  const [list, followers] = [to.list ? counted?.list : undefined, to.followers ? counted?.followers : undefined]
  return (
    <fieldset class="letter-readers">
      <legend>{say('Readers')}</legend>
      <label class="switch">
        <input type="checkbox" name="list" defaultChecked={to.list} />
        <span>
          {list === undefined
            ? say('Everybody on your mailing list')
            : say('Everybody on your mailing list: {people, plural, one {# person} other {# people}}', {
                people: list,
              })}
        </span>
      </label>
      <div class="field">
        <label for={fieldId(form, 'collectorsOf')}>{say('Subscribers who bought')}</label>
        <div class="line">
          <select id={fieldId(form, 'collectorsOf')} name="collectorsOf" defaultValue={to.collectorsOf ?? ''}>
            <option value="">{say('No casset chosen')}</option>
            {tapes.map((tape) => (
              <option key={tape.id} value={tape.id} selected={tape.id === to.collectorsOf}>
                {tape.name}
              </option>
            ))}
          </select>
        </div>
        <p class="hint">
          {counted &&
            to.collectorsOf !== null &&
            say('{people, plural, one {# person} other {# people}}', { people: counted.collectors })}
        </p>
      </div>
      <label class="switch">
        <input type="checkbox" name="followers" defaultChecked={to.followers} />
        <span>
          {followers === undefined
            ? say('Followers who allow letters')
            : say('Followers who allow letters: {people, plural, one {# person} other {# people}}', {
                people: followers,
              })}
        </span>
      </label>
      <p>
        <b>{counted ? goesTo(counted.people) : say('Counting whom it reaches…')}</b>{' '}
        <span class="hint">{say('Somebody in several groups gets one email.')}</span>
      </p>
    </fieldset>
  )
}

const goesTo = (people: number) => say('Goes to {people, plural, one {# person} other {# people}}.', { people })
