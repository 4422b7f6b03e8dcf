import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { say } from '../../../../src/lib/language/say.ts'
import { namedCurrencies } from '../../../../src/lib/money/currency-name.ts'
import { usableCurrencies } from '../../../../src/lib/money/usable-currency.ts'
import { namedCountries } from '../../../../src/lib/payment/country.ts'
import type { DeskSetting } from '../../../../src/operate/desk/model.ts'
import { type Form, fieldId, problemOf } from '../../../lib/form.ts'
import { Choices } from './choices.tsx'
import { MailServer } from './mail-server.tsx'
import { ForgetBox, notesOf, SettingNotes, secretHint } from './setting-notes.tsx'
import { SiteColor } from './site-color.tsx'
import { SiteLanguages } from './site-languages.tsx'
import { SitePicture } from './site-picture.tsx'

export type SettingFieldProps = {
  form: Form
  setting: DeskSetting
  /** Whether a secret that is set can be removed here. */
  mayForget: boolean
  onChoose: (value: string) => void
}

const fields = {
  picture: SitePicture,
  languages: SiteLanguages,
  color: SiteColor,
  'mail-server': MailServer,
  choice: ChoiceField,
  text: TextField,
  page: ListField,
  currency: ListField,
  country: ListField,
  line: LineField,
  number: LineField,
  address: LineField,
  secret: LineField,
} as const satisfies Record<DeskSetting['kind'], unknown>

/** A setting as the setup and the desk ask for it. */
export function SettingField(props: SettingFieldProps) {
  const Kind = fields[props.setting.kind]
  return <Kind {...props} />
}

function ChoiceField({ form, setting, onChoose }: SettingFieldProps) {
  const { name, label, choices, value, standard, setBy } = setting
  const chosen = useSignal(value ?? standard)
  return (
    <Choices
      id={fieldId(form, name)}
      name={name}
      legend={label}
      choices={choices}
      chosen={chosen.value}
      choose={(next) => {
        chosen.value = next
        form.forgive(name)
        onChoose(next)
      }}
      isFixed={setBy === 'environment'}
    >
      <SettingNotes form={form} setting={setting} />
    </Choices>
  )
}

const common = ({ form, setting: { name, setBy } }: SettingFieldProps) => ({
  id: fieldId(form, name),
  name,
  disabled: setBy === 'environment',
  'aria-invalid': problemOf(form, name) !== '',
  'aria-describedby': notesOf(form, name),
  onInput: () => form.forgive(name),
})

function TextField(props: SettingFieldProps) {
  const { form, setting } = props
  const { name, label, value, setBy, draft } = setting
  const area = useRef<HTMLTextAreaElement>(null)
  return (
    <div class="field">
      <label for={fieldId(form, name)}>{label}</label>
      <textarea {...common(props)} ref={area} rows={draft === null ? 4 : 10} dir="auto" defaultValue={value ?? ''} />
      {draft !== null && value === null && setBy !== 'environment' && (
        <div class="acts">
          <button
            type="button"
            class="link needs-js"
            onClick={() => {
              if (area.current) area.current.value = draft
            }}
          >
            {say('Begin with a draft')}
          </button>
          <p class="hint">
            {say(
              'By the country of the seller, in each language of the site, and no legal advice: read it, and fill in what stands in double brackets. A line such as “--- de ---” begins the text in that language.',
            )}
          </p>
        </div>
      )}
      <SettingNotes form={form} setting={setting} />
    </div>
  )
}

const unset = (name: string): string => {
  if (name === 'CURRENCY') return say('That of your Stripe account, else US dollars')
  if (name === 'SELLER_COUNTRY') return say('None yet ## a country')
  return name === 'START_PAGE' ? say('All artists') : say('That of prices ## a currency')
}

function listOf({ kind, choices }: DeskSetting) {
  if (kind === 'page') return choices
  if (kind === 'country') return namedCountries().map(({ code, name }) => ({ value: code, label: name, about: code }))
  return namedCurrencies(usableCurrencies()).map(({ currency, name }) => ({
    value: currency,
    label: name,
    about: currency.toUpperCase(),
  }))
}

function ListField(props: SettingFieldProps) {
  const { form, setting } = props
  const { name, label, value } = setting
  return (
    <div class="field">
      <label for={fieldId(form, name)}>{label}</label>
      <div class="line">
        <select {...common(props)}>
          <option value="" selected={value === null}>
            {unset(name)}
          </option>
          {listOf(setting).map((each) => (
            <option key={each.value} value={each.value} selected={each.value === value}>
              {each.label} ({each.about})
            </option>
          ))}
        </select>
      </div>
      <SettingNotes form={form} setting={setting} />
    </div>
  )
}

function LineField(props: SettingFieldProps) {
  const { form, setting, mayForget } = props
  const { name, kind, label, value, setBy, isMissing } = setting
  const line = { ...common(props), autocomplete: 'off', autocapitalize: 'none', spellcheck: false } as const
  return (
    <div class="field">
      <label for={line.id}>{label}</label>
      <div class="line">
        {(kind === 'line' || kind === 'number') && (
          <input
            {...line}
            type="text"
            inputMode={kind === 'number' ? 'decimal' : undefined}
            defaultValue={value ?? ''}
          />
        )}
        {kind === 'address' && <input {...line} type="url" inputMode="url" defaultValue={value ?? ''} />}
        {kind === 'secret' && <input {...line} type="password" placeholder={secretHint(setting)} />}
      </div>
      {mayForget && kind === 'secret' && (setBy === 'desk' || isMissing) && <ForgetBox name={name} />}
      <SettingNotes form={form} setting={setting} />
    </div>
  )
}
