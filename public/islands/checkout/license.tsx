import { useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { certificatePath } from '../../../src/lib/address/certificate-path.ts'
import { say } from '../../../src/lib/language/say.ts'
import { gap } from '../../../src/lib/text/gap.ts'
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
  isSignedIn: boolean
  /** Whether the site sends email. */
  hasMail: boolean
}

export default function LicenseCheckout(props: LicenseProps) {
  const { slug, quoteId, price, isBought, payment, isSignedIn, hasMail } = props
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
        <p>{say('Its license was shown where it was paid, and sent with the receipt if an address was given.')}</p>
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
      done={
        <Shown
          license={claimed.value}
          slug={slug}
          isSignedIn={isSignedIn}
          mailedTo={hasMail ? email.value.trim() : ''}
        />
      }
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
        hint={
          hasMail
            ? say('Optional: where the receipt goes, with the license and what it lets you download.')
            : say('Optional: for the receipt. This site sends no email now.')
        }
      />
    </Paying>
  )
}

const secretIn = (holderUrl: string): string => holderUrl.slice(holderUrl.lastIndexOf('/') + 1)

type ShownProps = { license: License | null; slug: string; isSignedIn: boolean; mailedTo: string }

/** The license, whose token is shown only this once. */
function Shown({ license, slug, isSignedIn, mailedTo }: ShownProps) {
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
            'Valid until <day></day>. Saved as a file it says what you may do, on which terms, with signatures that anybody can check, even without this site.',
          ),
          { day: () => <Day iso={license.expiresAt} /> },
        )}
      </p>
      <div class="acts">
        <a class="key go" href={new URL(isSignedIn ? license.url : license.holderUrl).pathname}>
          {say('See and print the license')}
        </a>
        <a class="key" download="license.json" href={certificatePath(license.licenseId, secretIn(license.holderUrl))}>
          {say('Save as a file')}
        </a>
      </div>
      {hasFiles(license.scopes) && (
        <TakeFiles licenseId={license.licenseId} scopes={license.scopes} token={license.token} />
      )}
      {isSignedIn ? (
        <p>{say('It is in your library.')}</p>
      ) : (
        <>
          <p>
            {inParts(
              hasFiles(license.scopes)
                ? say(
                    '<b>Keep this link:</b> with it you come back to the license and its files. Whoever has it holds the license, too.',
                  )
                : say(
                    '<b>Keep this link:</b> with it you come back to the license. Whoever has it holds the license, too.',
                  ),
              { b: (text) => <b>{text}</b> },
            )}
            {gap()}
            {mailedTo !== '' && say('{address} gets one as well, with the receipt.', { address: mailedTo })}
          </p>
          <Kept id="license-link" label={say('Link to your license')} value={license.holderUrl} />
        </>
      )}
      <details class="fold">
        <summary>{say('For programs')}</summary>
        <Kept id="license-token" label={say('License token')} value={license.token} />
        <p class="fine-print">
          {say(
            'A program sends it as licenseToken when it asks for what the license names. It is shown only here; whoever has it holds the license, too.',
          )}
        </p>
      </details>
      <p>
        <a href={pagePath(slug)}>{say('Back to the casset')}</a>
      </p>
    </div>
  )
}

const Kept = ({ id, label, value }: { id: string; label: string; value: string }) => (
  <div class="field">
    <label for={id}>{label}</label>
    <div class="line">
      <input id={id} class="mono" readOnly value={value} onFocus={({ currentTarget }) => currentTarget.select()} />
      <Copy url={value} label={say('Copy: {what}', { what: label })} />
    </div>
  </div>
)
