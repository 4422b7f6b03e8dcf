import { useRef } from 'preact/hooks'
import type { TaxDetails, UpdateTaxDetails } from '../../../../src/books/tax/model.ts'
import { say } from '../../../../src/lib/language/say.ts'
import { longest } from '../../../../src/lib/text/longest.ts'
import { api } from '../../../lib/api.ts'
import { AreaField } from '../../../lib/area-field.tsx'
import { Field, FormTrouble } from '../../../lib/field.tsx'
import { type Form, lengthOf, textOf, useForm } from '../../../lib/form.ts'
import { inParts } from '../../../lib/in-parts.tsx'
import { SaveLine } from '../../../lib/save-line.tsx'
import { type Collected, SavedForm, storeChanges, useSaver } from '../../../lib/saved-form.tsx'
import type { Trouble } from '../../../lib/trouble.ts'

export type TaxFormProps = {
  details: TaxDetails
  /** The owner's name, who may write the artist's invoices; null for the owner themselves. */
  ownerName: string | null
  /** Whether the desk has the owner’s name and address, which go before those of here. */
  isNamedAtDesk: boolean
}

const limits = [
  ['legalName', longest.legalName],
  ['address', longest.legalAddress],
  ['taxId', longest.taxId],
  ['note', longest.taxNote],
  ['priceNote', longest.priceNote],
] as const

function changesOf(kept: TaxDetails, data: FormData): Collected<UpdateTaxDetails> {
  const changes: UpdateTaxDetails = {}
  const faults: Trouble[] = []
  for (const [name, most] of limits) {
    if (!data.has(name)) continue
    const text = textOf(data, name).trim() || null
    if (text === kept[name]) continue
    if (lengthOf(text ?? '') > most) faults.push({ field: name, text: say('{most} characters at most.', { most }) })
    else changes[name] = text
  }
  const selfBilling = data.has('selfBilling')
  if (selfBilling !== kept.selfBilling) changes.selfBilling = selfBilling
  return { changes: Object.keys(changes).length > 0 ? changes : null, faults }
}

/** Each field is saved when it is left. */
export default function TaxForm({ details, ownerName, isNamedAtDesk }: TaxFormProps) {
  const form = useForm('tax')
  const kept = useRef(details)
  const saver = useSaver(form, (data) =>
    storeChanges(changesOf(kept.current, data), async (changes) => {
      const answer = await api.studio['tax-details'].patch(changes)
      if (answer.error === null) kept.current = { ...kept.current, ...changes }
      return answer
    }),
  )
  return (
    <SavedForm form={form} saver={saver}>
      {isNamedAtDesk ? (
        <p>
          {inParts(say('Your name and address are those of the site, which are set at <a>the desk</a>.'), {
            a: (text) => <a href="/desk#site">{text}</a>,
          })}
        </p>
      ) : (
        <NameAndAddress form={form} details={details} />
      )}
      <Field
        form={form}
        name="taxId"
        label={say('Tax ID')}
        autocomplete="off"
        spellcheck={false}
        defaultValue={details.taxId ?? ''}
        hint={say('A VAT number, for example: DE123456789.')}
      />
      <Field
        form={form}
        name="note"
        label={say('A note on tax')}
        autocomplete="off"
        defaultValue={details.note ?? ''}
        hint={say('For example: “VAT included”, or “Small business, no VAT charged”.')}
      />
      <Field
        form={form}
        name="priceNote"
        label={say('Next to your prices')}
        autocomplete="off"
        defaultValue={details.priceNote ?? ''}
        hint={say('For example: “incl. VAT 19 %”. Up to {priceNote} characters, shown wherever you ask for money.', {
          priceNote: longest.priceNote,
        })}
      />
      {ownerName !== null && (
        <label class="check">
          <input type="checkbox" name="selfBilling" defaultChecked={details.selfBilling} />{' '}
          {say('{ownerName} writes my invoices from the monthly statements, which name me as the supplier', {
            ownerName,
          })}
        </label>
      )}
      <FormTrouble form={form} fields={limits.map(([name]) => name)} />
      <SaveLine />
    </SavedForm>
  )
}

const NameAndAddress = ({ form, details }: { form: Form; details: TaxDetails }) => (
  <>
    <Field
      form={form}
      name="legalName"
      label={say('Legal name')}
      autocomplete="organization"
      defaultValue={details.legalName ?? ''}
      hint={say('Yours, or that of your company.')}
    />
    <AreaField
      form={form}
      name="address"
      label={say('Address')}
      defaultValue={details.address ?? ''}
      hint={say('Line by line, as on an envelope.')}
    />
  </>
)
