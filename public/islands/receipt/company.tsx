import '../../lib/form-parts.ts'
import { say } from '../../../src/lib/language/say.ts'
import { longest } from '../../../src/lib/text/longest.ts'
import type { ReceiptBuyer } from '../../../src/order/paper/model.ts'
import type { ByHolder } from '../../../src/order/shape.ts'
import { api } from '../../lib/api.ts'
import { AreaField } from '../../lib/area-field.tsx'
import { Field, FormTrouble, SendForm, SendKey } from '../../lib/field.tsx'
import { textOf, useForm } from '../../lib/form.ts'

export type CompanyProps = { orderId: string; by: ByHolder; buyer: ReceiptBuyer | null }

/** Writes whom the receipt is for, also long after it was paid. */
export default function Company({ orderId: id, by, buyer }: CompanyProps) {
  const form = useForm('company')
  const submit = async (data: FormData) => {
    const text = (name: string) => textOf(data, name).trim()
    const body = { name: text('name'), address: text('address') || null, vatId: text('vatId') || null, ...by }
    if (await form.send(() => api.orders({ id }).buyer.put(body))) location.reload()
  }
  return (
    <details class="fold">
      <summary>{buyer ? say('Change the company on it') : say('Put your company on it')}</summary>
      <SendForm submit={(data) => void submit(data)} aria-label={say('The company on the receipt')}>
        <Field
          form={form}
          name="name"
          label={say('Company')}
          autocomplete="organization"
          defaultValue={buyer?.name ?? ''}
          hint={say('Empty: the receipt names none.')}
        />
        <AreaField
          form={form}
          name="address"
          label={say('Address')}
          rows={3}
          defaultValue={(buyer?.address ?? '').slice(0, longest.legalAddress)}
        />
        <Field
          form={form}
          name="vatId"
          label={say('VAT number')}
          defaultValue={buyer?.vatId ?? ''}
          hint={say('Optional, such as DE123456789. The VAT within the sum stays.')}
        />
        <FormTrouble form={form} fields={['name', 'address', 'vatId']} />
        <div class="acts">
          <SendKey form={form} label={say('Save')} busyLabel={say('Saving…')} look="" />
        </div>
      </SendForm>
    </details>
  )
}
