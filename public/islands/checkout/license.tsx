import { useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { api } from '../../lib/api.ts'
import { Field } from '../../lib/field.tsx'
import { useForm } from '../../lib/form.ts'
import type { Goods } from './goods.ts'
import { type Claimed, claimOf, keepSecret } from './license-claim.ts'
import { openOrder } from './open-order.ts'
import { Paying, type Payment } from './paying.tsx'

export type LicenseProps = {
  slug: string
  quoteId: string
  price: { amount: number; currency: string }
  /** Whether it was paid: only whoever paid it, in this tab, can still claim it. */
  isBought: boolean
  payment: Payment
}

/** The checkout of a license, which anybody pays without an account and claims in the same tab. */
export default function License({ slug, quoteId, price, isBought, payment }: LicenseProps) {
  const form = useForm('license')
  const amountMinor = useSignal(price.amount)
  const email = useSignal(payment.email)
  const claimed = useSignal<Claimed | null>(null)
  const path = `${slug}/license/${quoteId}`
  const isElsewhere = useSignal(false)
  useEffect(() => {
    isElsewhere.value = isBought && payment.returned === null && openOrder.read(path) === null
  }, [])
  const goods = useMemo<Goods>(
    () => ({
      path,
      currency: price.currency,
      read: () => ({ amount: price.amount, message: email.value.trim() }),
      async order({ message }, how) {
        const answer = await api.checkout.license.post({ quoteId, ...(message ? { email: message } : {}), ...how })
        if (answer.data) keepSecret(answer.data)
        return answer
      },
      verdictOf: (paymentIntentId) =>
        claimOf(paymentIntentId, (license) => {
          claimed.value = license
        }),
    }),
    [],
  )
  if (isElsewhere.value) {
    return (
      <div class="form">
        <h2>This was paid</h2>
        <p>Its license was shown to whoever paid it. For another one, ask for a new quote.</p>
      </div>
    )
  }
  return (
    <Paying
      goods={goods}
      form={form}
      payment={payment}
      amountMinor={amountMinor}
      hasSum
      fields={['email']}
      late="Keep this tab open, or come back to it: the license is shown here once it is paid."
      done={<Shown license={claimed.value} slug={slug} />}
    >
      <Field
        form={form}
        name="email"
        type="email"
        label="Mail address"
        autocomplete="email"
        value={email.value}
        onInput={({ currentTarget }) => {
          email.value = currentTarget.value
        }}
        hint="Optional: where the receipt goes."
      />
    </Paying>
  )
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' })

/** The license, which is shown this once. */
function Shown({ license, slug }: { license: Claimed | null; slug: string }) {
  const head = useRef<HTMLHeadingElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const said = useSignal('')
  useEffect(() => head.current?.focus(), [])
  if (!license) return null
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(license.token)
      said.value = 'Copied'
    } catch {
      field.current?.select()
      said.value = 'Select it to copy it.'
    }
  }
  return (
    <div class="form">
      <h2 ref={head} tabIndex={-1}>
        Here is your license
      </h2>
      <p>
        <b>It is shown only now.</b> Keep it somewhere safe: whoever has it holds the license, until{' '}
        {day.format(new Date(license.expiresAt))}.
      </p>
      <div class="field">
        <label for="license-token">License token</label>
        <div class="line">
          <input ref={field} id="license-token" class="mono" readOnly value={license.token} />
          <button type="button" class="key" onClick={() => void copy()}>
            Copy
          </button>
        </div>
        <p class="hint" role="status">
          {said}
        </p>
      </div>
      <p class="fine-print">A program sends it as licenseToken when it asks for what the license names.</p>
      <p>
        <a href={`/@${slug}`}>Back to the casset</a>
      </p>
    </div>
  )
}
