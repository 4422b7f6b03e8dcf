import type { Vat } from '../../../../src/books/vat/model.ts'
import { say } from '../../../../src/lib/language/say.ts'
import { namedCountries } from '../../../../src/lib/payment/country.ts'
import { announce } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { asOwner } from '../../../lib/as-owner.ts'
import { Field, FormTrouble, SendForm, SendKey } from '../../../lib/field.tsx'
import { textOf, useForm } from '../../../lib/form.ts'
import { SelectField } from '../../../lib/select-field.tsx'
import { troubleOf } from '../../../lib/trouble.ts'

type RateFormProps = { keep: (now: Vat) => void }

const fields = ['country', 'percent', 'from']

export function RateForm({ keep }: RateFormProps) {
  const form = useForm('vat-rate')
  const set = async (data: FormData, sheet: HTMLFormElement) => {
    const country = textOf(data, 'country')
    if (country === '') return form.refuse('country', say('Choose a country.'))
    const day = textOf(data, 'from')
    const rate = { country, percent: textOf(data, 'percent').trim(), ...(day === '' ? {} : { from: day }) }
    const { data: now, error } = await asOwner(() => api.desk.vat.rates.patch({ rates: [rate] }))
    if (error) {
      const { field, text } = troubleOf(error)
      form.refuse(field?.replace(/^rates\.0\.?/, '') || null, text)
      return
    }
    keep(now)
    sheet.reset()
    announce(say('The rate of {country} is set.', { country }))
  }
  return (
    <SendForm class="form vat-rate" submit={(data, sheet) => void set(data, sheet)} aria-labelledby="set-rate">
      <h3 id="set-rate">{say('Set a rate')}</h3>
      <div class="vat-fields">
        <SelectField
          form={form}
          name="country"
          label={say('Country')}
          options={namedCountries()}
          autocomplete="country"
          required
        />
        <Field
          form={form}
          name="percent"
          label={say('Percent')}
          inputMode="decimal"
          autocomplete="off"
          hint={say('Such as 25.5.')}
        />
        <Field form={form} name="from" type="date" label={say('From this day on')} hint={say('Empty: at once.')} />
      </div>
      <FormTrouble form={form} fields={fields} />
      <div class="acts">
        <SendKey form={form} label={say('Set it')} busyLabel={say('Saving…')} />
      </div>
    </SendForm>
  )
}
