import type { Vat } from '../../../../src/books/vat/model.ts'
import { say } from '../../../../src/lib/language/say.ts'
import { announce } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { asOwner } from '../../../lib/as-owner.ts'
import { Day } from '../../../lib/day.tsx'
import { Field, FormTrouble, SendForm, SendKey } from '../../../lib/field.tsx'
import { fieldId, problemOf, textOf, useForm } from '../../../lib/form.ts'
import { inParts } from '../../../lib/in-parts.tsx'

type TermsFormProps = { vat: Vat; keep: (now: Vat) => void }

export function TermsForm({ vat, keep }: TermsFormProps) {
  const form = useForm('vat-terms')
  const { since, from, homeCountry, withTips, isHomeRate, rates } = vat
  const isOn = since !== null
  const id = fieldId(form, 'homeCountry')
  const problem = problemOf(form, 'homeCountry')
  const send = async (data: FormData, goesOn: boolean) => {
    const day = textOf(data, 'from')
    const terms = {
      isOn: goesOn,
      homeCountry: textOf(data, 'homeCountry'),
      withTips: data.has('withTips'),
      isHomeRate: data.has('isHomeRate'),
      ...(goesOn && !isOn && day !== '' ? { from: day } : {}),
    }
    const answer = await form.send(() => asOwner(() => api.desk.vat.put(terms)))
    if (!answer) return
    keep(answer.data)
    announce(goesOn ? say('Saved') : say('Prices no longer include VAT.'))
  }
  return (
    <section aria-labelledby="vat-state" class="health">
      <h2 id="vat-state">
        {isOn ? say('Prices include VAT') : from === null ? say('Prices include no VAT') : say('VAT begins later')}
      </h2>
      <p>
        {isOn &&
          inParts(say('Since <day></day>, what is paid has the VAT of the buyer’s country within it.'), {
            day: () => <Day iso={since} />,
          })}
        {!isOn &&
          from !== null &&
          inParts(say('From <day></day> on (UTC), what is paid has the VAT of the buyer’s country within it.'), {
            day: () => <Day iso={`${from}T00:00:00.000Z`} />,
          })}
        {!isOn && from === null && say('Receipts and files show no VAT. Set the rates below first, then switch it on.')}
      </p>
      {rates.length > 0 && (
        <SendForm aria-label={say('Switching VAT on and off')} submit={(data) => void send(data, true)}>
          <div class="field">
            <label for={id}>{say('Your country')}</label>
            <div class="line">
              <select
                id={id}
                name="homeCountry"
                aria-invalid={problem !== ''}
                aria-describedby={`${id}-hint ${id}-problem`}
                onInput={() => form.forgive('homeCountry')}
              >
                {rates.map(({ country, name }) => (
                  <option key={country} value={country} selected={country === homeCountry}>
                    {name}
                  </option>
                ))}
              </select>
            </div>
            <p class="hint" id={`${id}-hint`}>
              {say(
                'Its rate also holds where the buyer’s country is not known. Sales there are not part of an OSS return.',
              )}
            </p>
            <p class="problem" id={`${id}-problem`}>
              {problem}
            </p>
          </div>
          {!isOn && (
            <Field
              form={form}
              name="from"
              type="date"
              label={say('From this day on')}
              defaultValue={from ?? ''}
              hint={say('In UTC; empty: at once. What was paid before keeps its receipt.')}
            />
          )}
          <label class="check">
            <input type="checkbox" name="withTips" defaultChecked={withTips} /> {say('Tips include VAT as well')}
          </label>
          <label class="check">
            <input
              type="checkbox"
              name="isHomeRate"
              defaultChecked={isHomeRate}
              aria-describedby={fieldId(form, 'isHomeRate-hint')}
            />{' '}
            {say('The rate of my country for the whole EU')}
          </label>
          <p class="hint" id={fieldId(form, 'isHomeRate-hint')}>
            {say(
              'Up to 10,000 euro a year of sales to consumers in the other countries of the EU, unless you chose otherwise there. They are declared at home then, not by OSS.',
            )}
          </p>
          <FormTrouble form={form} fields={isOn ? ['homeCountry'] : ['homeCountry', 'from']} />
          <div class="acts">
            <SendKey
              form={form}
              label={isOn || from !== null ? say('Save') : say('Switch on')}
              busyLabel={say('Saving…')}
            />
            {(isOn || from !== null) && (
              <button
                type="button"
                class="key bad needs-js"
                onClick={({ currentTarget }) =>
                  currentTarget.form && void send(new FormData(currentTarget.form), false)
                }
              >
                {say('Switch off')}
              </button>
            )}
          </div>
        </SendForm>
      )}
    </section>
  )
}
