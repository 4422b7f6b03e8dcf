import { useSignal } from '@preact/signals'
import {
  type Language,
  languageOf,
  listOfLanguages,
  nameOfLanguage,
  spokenLanguages,
} from '../../../src/lib/language/languages.ts'
import { say } from '../../../src/lib/language/say.ts'
import type { DeskSetting } from '../../../src/operate/desk/model.ts'
import { type Form, fieldId, problemOf } from '../../lib/form.ts'

type SiteLanguagesProps = {
  form: Form
  setting: DeskSetting
  /** Where none are set yet: the first of them. All are ticked then, and kept with the form. */
  first?: Language
}

/** Ticks for the languages of the site, and which of them comes first. */
export function SiteLanguages({ form, setting, first }: SiteLanguagesProps) {
  const { name, label, hint, value, setBy } = setting
  const set = value?.split(',').flatMap((each) => languageOf(each) ?? []) ?? [...spokenLanguages]
  const ticked = useSignal<readonly Language[]>(set)
  const main = useSignal(value === null ? (first ?? set[0]) : set[0])
  const isTouched = useSignal(first !== undefined)
  const isFixed = setBy === 'environment'
  const id = fieldId(form, name)
  const chosen = [...ticked.value].sort((one, other) => Number(other === main.value) - Number(one === main.value))
  const change = (languages: readonly Language[], next = main.value) => {
    ticked.value = spokenLanguages.filter((each) => languages.includes(each))
    main.value = next !== undefined && languages.includes(next) ? next : ticked.value[0]
    isTouched.value = true
    form.forgive(name)
  }
  return (
    <fieldset class="field" disabled={isFixed}>
      <legend>{label}</legend>
      <input type="hidden" name={name} value={isTouched.value ? listOfLanguages(chosen) : (value ?? '')} />
      <div class="acts">
        {spokenLanguages.map((each) => {
          const isOn = ticked.value.includes(each)
          return (
            <label key={each} class="check" lang={each}>
              <input
                type="checkbox"
                checked={isOn}
                disabled={isOn && ticked.value.length === 1}
                onChange={() => change(isOn ? ticked.value.filter((other) => other !== each) : [...ticked.value, each])}
              />{' '}
              {nameOfLanguage(each)}
            </label>
          )
        })}
      </div>
      <p class="hint">{isFixed ? say('Set by the environment, as {name}: change it there.', { name }) : hint}</p>
      {ticked.value.length > 1 && (
        <>
          <label for={id}>{say('For all others')}</label>
          <div class="line">
            <select
              id={id}
              value={main.value}
              onChange={({ currentTarget }) => change(ticked.value, languageOf(currentTarget.value))}
            >
              {ticked.value.map((each) => (
                <option key={each} value={each} lang={each} selected={each === main.value}>
                  {nameOfLanguage(each)}
                </option>
              ))}
            </select>
          </div>
        </>
      )}
      <p class="problem">{problemOf(form, name)}</p>
    </fieldset>
  )
}
