import { useSignal } from '@preact/signals'
import { longest } from '../../../../src/lib/longest.ts'
import type { TaxDetails } from '../../../../src/tax/model.ts'
import { api } from '../../../lib/api.ts'
import { AreaField } from '../../../lib/area-field.tsx'
import { Field, FormTrouble, SendKey } from '../../../lib/field.tsx'
import { lengthOf, textOf, useForm } from '../../../lib/form.ts'

export type TaxFormProps = { details: TaxDetails }

const limits = [
  ['legalName', longest.legalName],
  ['address', longest.legalAddress],
  ['taxId', longest.taxId],
  ['note', longest.taxNote],
  ['priceNote', longest.priceNote],
] as const

/** The form for what an artist's receipts and prices say for the tax office. */
export default function TaxForm({ details }: TaxFormProps) {
  const form = useForm('tax')
  const said = useSignal('')
  const submit = async (data: FormData) => {
    said.value = ''
    for (const [name, most] of limits) {
      if (lengthOf(textOf(data, name).trim()) > most) return form.refuse(name, `${most} characters at most.`)
    }
    const orNull = (name: keyof TaxDetails) => textOf(data, name).trim() || null
    const answer = await form.send(() =>
      api.studio['tax-details'].patch({
        legalName: orNull('legalName'),
        address: orNull('address'),
        taxId: orNull('taxId'),
        note: orNull('note'),
        priceNote: orNull('priceNote'),
      }),
    )
    if (answer) said.value = 'Saved. It holds from the next sale on.'
  }
  return (
    <form
      class="form wide"
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit(new FormData(event.currentTarget))
      }}
    >
      <Field
        form={form}
        name="legalName"
        label="Legal name"
        autocomplete="organization"
        defaultValue={details.legalName ?? ''}
        hint="Yours, or that of your company."
      />
      <AreaField
        form={form}
        name="address"
        label="Address"
        defaultValue={details.address ?? ''}
        hint="Line by line, as on a letter."
      />
      <Field
        form={form}
        name="taxId"
        label="Tax ID"
        autocomplete="off"
        spellcheck={false}
        defaultValue={details.taxId ?? ''}
        hint="A VAT number, for example: DE123456789."
      />
      <Field
        form={form}
        name="note"
        label="A note on tax"
        autocomplete="off"
        defaultValue={details.note ?? ''}
        hint="For example: “VAT included”, or “Small business, no VAT charged”."
      />
      <Field
        form={form}
        name="priceNote"
        label="Next to your prices"
        autocomplete="off"
        defaultValue={details.priceNote ?? ''}
        hint={`For example: “incl. VAT 19 %”. Up to ${longest.priceNote} characters, shown wherever you ask for money.`}
      />
      <FormTrouble form={form} fields={limits.map(([name]) => name)} />
      <div class="acts">
        <SendKey form={form} label="Save" busyLabel="Saving…" />
        <span class="hand said" role="status">
          {said}
        </span>
      </div>
    </form>
  )
}
