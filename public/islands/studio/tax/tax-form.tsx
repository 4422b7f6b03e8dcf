import { useRef } from 'preact/hooks'
import { longest } from '../../../../src/lib/longest.ts'
import type { TaxDetails, UpdateTaxDetails } from '../../../../src/tax/model.ts'
import { api } from '../../../lib/api.ts'
import { AreaField } from '../../../lib/area-field.tsx'
import { Field, FormTrouble } from '../../../lib/field.tsx'
import { lengthOf, textOf, useForm } from '../../../lib/form.ts'
import { noteDraft, SaveState, saving } from '../../../lib/save-state.tsx'
import { type Trouble, together, troubleOf } from '../../../lib/trouble.ts'

export type TaxFormProps = { details: TaxDetails }

const limits = [
  ['legalName', longest.legalName],
  ['address', longest.legalAddress],
  ['taxId', longest.taxId],
  ['note', longest.taxNote],
  ['priceNote', longest.priceNote],
] as const

const draftName = 'tax'

/** The form for what an artist's receipts and prices say for the tax office. Each field is saved when it is left. */
export default function TaxForm({ details }: TaxFormProps) {
  const form = useForm('tax')
  const box = useRef<HTMLFormElement>(null)
  const kept = useRef(details)
  const line = useRef(Promise.resolve())

  const save = async () => {
    if (!box.current) return
    const data = new FormData(box.current)
    const changes: UpdateTaxDetails = {}
    const faults: Trouble[] = []
    for (const [name, most] of limits) {
      const text = textOf(data, name).trim() || null
      if (text === kept.current[name]) continue
      if (lengthOf(text ?? '') > most) faults.push({ field: name, text: `${most} characters at most.` })
      else changes[name] = text
    }
    if (Object.keys(changes).length > 0) {
      const { error } = await saving(
        () => api.studio['tax-details'].patch(changes),
        (answer) => answer.error === null,
      )
      if (error) faults.unshift(troubleOf(error))
      else kept.current = { ...kept.current, ...changes }
    }
    form.trouble.value = together(faults)
    noteDraft(draftName, faults.length > 0)
  }
  const saveNext = () => {
    line.current = line.current.then(save)
  }
  return (
    <form
      ref={box}
      class="form wide"
      method="post"
      noValidate
      onInput={() => noteDraft(draftName, true)}
      onChange={saveNext}
      onSubmit={(event) => {
        event.preventDefault()
        saveNext()
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
      <SaveState />
    </form>
  )
}
