import { useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { say } from '../../../src/lib/language/say.ts'
import { pagePath } from '../../../src/lib/text/slug.ts'
import type { License } from '../../../src/release/license/order/checkout-model.ts'
import { api } from '../../lib/api.ts'
import { Day } from '../../lib/day.tsx'
import { Field } from '../../lib/field.tsx'
import { useForm } from '../../lib/form.ts'
import { inParts } from '../../lib/in-parts.tsx'
import Copy from '../links/copy.tsx'
import TakeFiles, { hasFiles } from '../release/take-files.tsx'
import type { Goods } from './goods.ts'
import { claimOf, keepSecret } from './license-claim.ts'
import { openOrder } from './open-order.ts'
import { Paying, type Payment } from './paying.tsx'

export type LicenseProps = {
  slug: string
  quoteId: string
  price: { amount: number; currency: string }
  /** It is paid: only the tab in which it was paid can claim its license. */
  isBought: boolean
  payment: Payment
}

export default function LicenseCheckout({ slug, quoteId, price, isBought, payment }: LicenseProps) {
  const form = useForm('license')
  const amountMinor = useSignal(price.amount)
  const email = useSignal(payment.email)
  const licensee = useSignal('')
  const claimed = useSignal<License | null>(null)
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
        const answer = await api.checkout.license.post({
          quoteId,
          ...(message ? { email: message } : {}),
          ...(licensee.value.trim() ? { licensee: licensee.value.trim() } : {}),
          ...how,
        })
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
        <h2>{say('This was paid')}</h2>
        <p>{say('Its license was shown once, where it was paid. For another one, ask for a new quote.')}</p>
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
      fields={['licensee', 'email']}
      late={say('Keep this tab open, or come back to it: the license is shown here once it is paid.')}
      done={<Shown license={claimed.value} slug={slug} />}
    >
      <Field
        form={form}
        name="licensee"
        label={say('Who the license is for')}
        autocomplete="organization"
        value={licensee.value}
        onInput={({ currentTarget }) => {
          licensee.value = currentTarget.value
        }}
        hint={say('Optional: a name for the certificate, such as yours or your company’s.')}
      />
      <Field
        form={form}
        name="email"
        type="email"
        label={say('Email address')}
        autocomplete="email"
        value={email.value}
        onInput={({ currentTarget }) => {
          email.value = currentTarget.value
        }}
        hint={say('Optional: where the receipt goes.')}
      />
    </Paying>
  )
}

const certificateOf = ({ credential }: License) =>
  `data:application/vc;charset=utf-8,${encodeURIComponent(JSON.stringify(credential, null, 2))}`

/** The license, which is shown only this once. */
function Shown({ license, slug }: { license: License | null; slug: string }) {
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => head.current?.focus(), [])
  if (!license) return null
  return (
    <div class="form">
      <h2 ref={head} tabIndex={-1}>
        {say('Here is your license')}
      </h2>
      <p>
        {inParts(
          say(
            'Valid until <day></day>. The certificate says what you may do, with a signature that anybody can check, even without this site.',
          ),
          { day: () => <Day iso={license.expiresAt} /> },
        )}
      </p>
      <div class="acts">
        <a class="key go" download="license.json" href={certificateOf(license)}>
          {say('Save the certificate')}
        </a>
        <a class="key" href={new URL(license.url).pathname}>
          {say('See the license')}
        </a>
      </div>
      {hasFiles(license.scopes) && (
        <TakeFiles licenseId={license.licenseId} scopes={license.scopes} token={license.token} />
      )}
      <p>
        {inParts(
          say(
            '<b>Save it now:</b> without an account, you get it only here. With the token below, a program uses the license. Anybody who has the token holds the license, so keep it to yourself.',
          ),
          { b: (text) => <b>{text}</b> },
        )}
      </p>
      <div class="field">
        <label for="license-token">{say('License token')}</label>
        <div class="line">
          <input
            id="license-token"
            class="mono"
            readOnly
            value={license.token}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <Copy url={license.token} label={say('Copy the license token')} />
        </div>
      </div>
      <p class="fine-print">{say('A program sends it as licenseToken when it asks for what the license names.')}</p>
      <p>
        <a href={pagePath(slug)}>{say('Back to the casset')}</a>
      </p>
    </div>
  )
}
