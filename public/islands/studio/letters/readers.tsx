import type { Signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Letter, Reach } from '../../../../src/money/letter/model.ts'
import { api } from '../../../lib/api.ts'
import { type Form, fieldId } from '../../../lib/form.ts'
import type { LetterTape } from './letter.tsx'

type Props = { form: Form; letter: Letter; tapes: readonly LetterTape[]; reach: Signal<Reach> }

const people = (n: number) => (n === 1 ? '1 person' : `${n.toLocaleString('en')} people`)

/** The groups that a letter goes to, and how many people are in each now. */
export function Readers({ form, letter, tapes, reach }: Props) {
  const { id, to } = letter
  const asked = JSON.stringify(to)
  useEffect(() => {
    let isCurrent = true
    const ask = async () => {
      const { data } = await api.studio.letters({ id }).reach.get()
      if (data && isCurrent) reach.value = data
    }
    void ask()
    return () => {
      isCurrent = false
    }
  }, [asked])
  const { list, followers, collectors, people: all } = reach.value
  return (
    <fieldset class="letter-readers">
      <legend>Readers</legend>
      <label class="switch">
        <input type="checkbox" name="list" defaultChecked={to.list} />
        <span>Everybody on your mailing list{to.list && `: ${people(list)}`}</span>
      </label>
      <div class="field">
        <label for={fieldId(form, 'collectorsOf')}>Collectors who are on it</label>
        <div class="line">
          <select id={fieldId(form, 'collectorsOf')} name="collectorsOf" defaultValue={to.collectorsOf ?? ''}>
            <option value="">of no tape in particular</option>
            {tapes.map((tape) => (
              <option key={tape.id} value={tape.id} selected={tape.id === to.collectorsOf}>
                of {tape.name}
              </option>
            ))}
          </select>
        </div>
        <p class="hint">{to.collectorsOf !== null && people(collectors)}</p>
      </div>
      <label class="switch">
        <input type="checkbox" name="followers" defaultChecked={to.followers} />
        <span>Followers who allow letters{to.followers && `: ${people(followers)}`}</span>
      </label>
      <p role="status">
        <b>It reaches {people(all)}.</b> <span class="hint">Somebody in several groups gets one.</span>
      </p>
    </fieldset>
  )
}
