import { useSignal } from '@preact/signals'
import {
  type Language,
  languageOf,
  listOfLanguages,
  nameOfLanguage,
  spokenLanguages,
} from '../../../../src/lib/language/languages.ts'
import { say } from '../../../../src/lib/language/say.ts'
import type { DeskSetting } from '../../../../src/operate/desk/model.ts'
import { type Form, fieldId } from '../../../lib/form.ts'
import { SettingNotes } from './setting-notes.tsx'

type SiteLanguagesProps = {
  form: Form
  setting: DeskSetting
}

/** Ticks for the languages of the site, and which of them comes first. */
export function SiteLanguages({ form, setting }: SiteLanguagesProps) {
  const { name, label, value, setBy } = setting
  const set = value?.split(',').flatMap((each) => languageOf(each) ?? []) ?? [...spokenLanguages]
  const ticked = useSignal<readonly Language[]>(set)
  const main = useSignal(set[0])
  const isTouched = useSignal(false)
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
      <SettingNotes form={form} setting={setting} />
    </fieldset>
  )
}
