import { useSignal } from '@preact/signals'
import type { Sale } from '../../../../src/earnings/sale/model.ts'
import { say } from '../../../../src/lib/language/say.ts'
import { priceTag, readSum, spellSum } from '../../../../src/lib/money/money.ts'
import { api } from '../../../lib/api.ts'
import { Field, FormTrouble, SendForm, SendKey } from '../../../lib/field.tsx'
import { useForm } from '../../../lib/form.ts'

type RefundFormProps = { sale: Sale; close: () => void; done: (sale: Sale) => void }

export function RefundForm({ sale, close, done }: RefundFormProps) {
  const { orderId, amount, refundedAmount, currency } = sale
  const form = useForm('refund')
  const left = amount - refundedAmount
  const text = useSignal(spellSum({ amount: left, currency }))
  const tag = (minor: number) => priceTag({ amount: minor, currency })
  const minor = readSum(text.value, currency)
  // The owner of the instance was shown the debt that the refund leaves, and confirms it with the
  // same button.
  const leavesDebt = form.trouble.value?.field === 'leavesDebt'
  const refund = async () => {
    if (minor === null || minor < 1 || minor > left)
      return form.refuse('amount', say('Enter an amount up to {sum}.', { sum: tag(left) }))
    const asked = { amount: minor, refundedAmount, ...(leavesDebt ? { leavesDebt } : {}) }
    const answer = await form.send(() => api.studio.sales({ orderId }).refund.post(asked))
    if (answer) done(answer.data.sale)
  }
  return (
    <SendForm submit={refund}>
      <Field
        form={form}
        name="amount"
        label={say('Amount in {currency}', { currency: currency.toUpperCase() })}
        inputMode="decimal"
        autocomplete="off"
        value={text.value}
        onInput={({ currentTarget }) => {
          text.value = currentTarget.value
          form.forgive('leavesDebt')
        }}
        hint={
          refundedAmount > 0
            ? say('Up to {most}: {before} was refunded before.', { most: tag(left), before: tag(refundedAmount) })
            : ''
        }
      />
      <FormTrouble form={form} fields={['amount']} />
      <div class="acts">
        <button type="button" class="key" onClick={close}>
          {say('Cancel')}
        </button>
        <SendKey
          form={form}
          label={labelOf(minor === null ? null : tag(minor), leavesDebt)}
          busyLabel={say('One moment…')}
          look="bad"
        />
      </div>
    </SendForm>
  )
}

function labelOf(sum: string | null, leavesDebt: boolean): string {
  if (sum === null) return leavesDebt ? say('Refund all the same') : say('Refund')
  return leavesDebt ? say('Refund {sum} all the same', { sum }) : say('Refund {sum}', { sum })
}
