import { type ReadonlySignal, useSignal, useSignalEffect } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { say } from '../../../src/lib/language/say.ts'
import { notedPrice } from '../../../src/lib/money/money.ts'
import type { Bounds } from '../../../src/lib/money/price.ts'
import type { WithdrawalNote } from '../../../src/lib/payment/withdrawal-text.ts'
import type { Agreement } from '../../../src/order/shape.ts'
import type { KeptCard } from '../../../src/shop/kept-card/kept-card.ts'
import { FormTrouble, SendForm, SendKey } from '../../lib/field.tsx'
import type { Form } from '../../lib/form.ts'
import { KeptCardLine } from '../../payment/kept-card.tsx'
import type { PaymentFields } from '../../payment/payment-fields.ts'
import StripeFields from '../../payment/stripe-fields.tsx'
import TestCardFields from '../../payment/test-card-fields.tsx'
import { AgreeBox } from './agree-box.tsx'
import { createCheckoutFlow } from './checkout-flow.ts'
import type { Goods } from './goods.ts'
import { KeepCard } from './keep-card.tsx'
import { openOrder } from './open-order.ts'
import { SellerLine, type SellerOfPayment } from './seller-line.tsx'
import { Steps } from './steps.tsx'

export type Payment = {
  /** `off` where a thing is free and no money can be taken. */
  mode: 'stripe' | 'test' | 'off'
  publishableKey: string
  /** The payer's email address, which the processor gets for its rules on fraud. */
  email: string
  /** The payment with which somebody comes back from their bank. */
  returned: string | null
  /** The card that the payer used before in this visit; null for none. */
  kept: KeptCard | null
  /** Whether the payer may use the card again in this visit: people with an account. */
  mayKeep: boolean
  /** Whether the card is asked again without its payer. */
  isAskedLater?: true
  priceNote: string | null
  /** The sums that can be paid on this site, where the payer chooses one. */
  sums: Bounds
  /** The words on the right to withdraw; null where there is none. */
  withdrawal: WithdrawalNote | null
  /** Null where nobody is named. */
  seller: SellerOfPayment | null
}

type PayingProps = {
  goods: Goods
  form: Form
  payment: Payment
  amountMinor: ReadonlySignal<number>
  /** Whether the written sum can be paid; otherwise the button names none. */
  hasSum: boolean
  /** Names of the fields in `children`. */
  fields: readonly string[]
  late: string
  done: ComponentChildren
  children?: ComponentChildren
}

const fieldsByMode = { stripe: StripeFields, test: TestCardFields } as const
const cardFields = ['number', 'expiry', 'cvc', 'keeps', 'agrees']

export function Paying({ goods, form, payment, amountMinor, hasSum, fields, late, done, children }: PayingProps) {
  const { mode, publishableKey, email, returned, priceNote, withdrawal, mayKeep, isAskedLater = false } = payment
  const keeps = useSignal(false)
  const kept = useSignal(payment.kept)
  const isAsked = withdrawal?.isAsked
  const agrees = useSignal<Agreement | undefined | null>(isAsked ? null : withdrawal ? 'at-download' : undefined)
  const flow = useMemo(() => createCheckoutFlow(goods, form, { agrees, keeps }), [])
  useEffect(() => {
    const begun = returned ?? openOrder.read(goods.path)
    // The parameters that the bank added to the address should not be read there.
    if (returned !== null) history.replaceState(history.state, '', location.pathname)
    if (begun !== null) void flow.resume(begun, returned !== null)
    return flow.leave
  }, [])
  const foot = useRef<HTMLDivElement>(null)
  useSignalEffect(() => {
    if (form.trouble.value === null || form.trouble.value.field !== null) return
    // Errors that concern no field are shown at the button, which may be below the window when
    // somebody comes back from a bank.
    requestAnimationFrame(() => foot.current?.scrollIntoView({ block: 'nearest' }))
  })
  const isFree = amountMinor.value === 0
  const isSleeping = !isFree && flow.paymentFields.value === null
  const sum = { amount: amountMinor.value, currency: goods.currency }
  const payLabel = hasSum ? say('Pay {sum}', { sum: notedPrice(sum, priceNote) }) : say('Pay')
  const way = mode === 'off' || isFree ? null : mode
  const Fields = way && fieldsByMode[way]
  const means = {
    publishableKey,
    returnPath: `/checkout/${goods.path}`,
    onReady(ready: PaymentFields | null) {
      flow.paymentFields.value = ready
    },
    onFault(why: string) {
      flow.step.value = { kind: 'failed', text: why, retry: () => location.reload() }
    },
  }
  return (
    <>
      <Steps step={flow.step.value} late={late} hasShelf={goods.verdictOf === undefined}>
        {done}
      </Steps>
      <SendForm
        hidden={flow.step.value.kind !== 'form'}
        submit={() => {
          if (!isSleeping) void flow.pay('form')
        }}
      >
        {children}
        {withdrawal?.isAsked && !isFree && <AgreeBox form={form} agrees={agrees} text={withdrawal.text} />}
        {payment.seller && <SellerLine seller={payment.seller} isSale={withdrawal !== null} />}
        {way && kept.value && (
          <KeptCardLine
            {...means}
            mode={way}
            card={kept.value}
            onOther={() => {
              flow.paymentFields.value = null
              kept.value = null
            }}
          />
        )}
        {Fields && !kept.value && (
          <Fields
            {...means}
            form={form}
            amountMinor={amountMinor}
            currency={goods.currency}
            email={email}
            keeps={keeps}
            isAskedLater={isAskedLater}
            onWallet={() => flow.readChoice() !== null}
            onPay={() => flow.pay('wallet')}
          />
        )}
        {Fields && !kept.value && mayKeep && <KeepCard form={form} keeps={keeps} isStripe={mode === 'stripe'} />}
        <div ref={foot}>
          <FormTrouble form={form} fields={[...fields, ...cardFields]} />
          {withdrawal?.isAsked === false && !isFree && <p class="fine-print">{withdrawal.text}</p>}
          <div class="acts">
            <SendKey
              form={form}
              isSleeping={isSleeping}
              label={isFree ? say('Get it free') : payLabel}
              busyLabel={isFree ? say('One moment…') : say('Paying…')}
            />
          </div>
        </div>
      </SendForm>
    </>
  )
}
