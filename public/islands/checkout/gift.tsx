import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { say } from '../../../src/lib/language/say.ts'
import { gap } from '../../../src/lib/text/gap.ts'
import { longest } from '../../../src/lib/text/longest.ts'
import { longDay } from '../../../src/lib/time/day-text.ts'
import type { Gift as Given } from '../../../src/shop/gift/model.ts'
import { api } from '../../lib/api.ts'
import { AreaField } from '../../lib/area-field.tsx'
import { Field } from '../../lib/field.tsx'
import { lengthFault, useForm } from '../../lib/form.ts'
import { go } from '../../lib/go.ts'
import { inParts } from '../../lib/in-parts.tsx'
import { dayProblem, momentOf } from '../gift/day.ts'
import { PassOn } from '../gift/pass-on.tsx'
import { Amount } from './amount.tsx'
import { useCassetAmount } from './casset-amount.ts'
import type { Goods } from './goods.ts'
import { guestPayment } from './guest-payment.ts'
import { useKeptText } from './kept-text.ts'
import { Paying, type Payment } from './paying.tsx'
import { Thanks } from './thanks.tsx'

export type GiftProps = {
  slug: string
  price: { amount: number; currency: string }
  code: string | null
  payment: Payment
  /** The sum that the artist suggests above the price; null for none. */
  suggested: number | null
  hasAccount: boolean
  hasMail: boolean
}

const isAddress = (text: string) => /^\S+@\S+\.\S+$/.test(text)

export default function Gift({ slug, price, code, payment, suggested, hasAccount, hasMail }: GiftProps) {
  const form = useForm('gift')
  const path = `${slug}/gift`
  const { text, least, lower, amountMinor, isPayable, read } = useCassetAmount(path, price, payment.sums)
  const email = useKeptText(path, 'email', '', () => true)
  const message = useKeptText(path, 'message', '', () => true)
  const day = useKeptText(path, 'day', '', () => true)
  const payer = useKeptText(path, 'payer', '', () => true)
  const link = useSignal<string | null>(null)
  const sentTo = useSignal('')
  const given = useSignal<Given | null>(null)
  const goods = useMemo<Goods>(() => {
    const guest = guestPayment(path)
    // Not known after a return from the bank: then it is the newest.
    let ordered: string | undefined
    return {
      path,
      currency: price.currency,
      lower,
      read() {
        const [to, from, said] = [email.value.trim(), payer.value.trim(), message.value.trim()]
        if (to !== '' && !isAddress(to))
          return { field: 'email', text: say('Enter their email address, like kim@example.org.') }
        const fault = lengthFault(said, longest.giftMessage)
        if (fault !== '') return { field: 'message', text: fault }
        const problem = to === '' ? '' : dayProblem(day.value)
        if (problem !== '') return { field: 'sendAt', text: problem }
        if (!hasAccount && code !== null && from === '') {
          return { field: 'payerEmail', text: say('Enter your address: each person can use a code once.') }
        }
        if (from !== '' && !isAddress(from)) {
          return { field: 'payerEmail', text: say('Enter your email address, like kim@example.org.') }
        }
        const choice = read()
        return 'field' in choice ? choice : { ...choice, message: [to, from, day.value, said].join('\n') }
      },
      async order({ amount }, how) {
        const [to, from, said] = [email.value.trim(), payer.value.trim(), message.value.trim()]
        const sendAt = to === '' ? null : momentOf(day.value)
        sentTo.value = to
        const before = hasAccount ? undefined : guest.before()
        const answer = await api.checkout.gift.post({
          slug,
          ...(to === '' ? {} : { email: to }),
          ...(code === null ? {} : { code }),
          ...(amount > least.value ? { amount } : {}),
          ...(said === '' ? {} : { message: said }),
          ...(sendAt === null ? {} : { sendAt }),
          ...(hasAccount || from === '' ? {} : { payerEmail: from }),
          ...(before === undefined ? {} : { before }),
          ...how,
        })
        if (answer.data && 'receiptUrl' in answer.data) guest.keep(answer.data)
        ordered = answer.data?.orderId
        return answer
      },
      ...(hasAccount
        ? {
            async onPaid() {
              const { data } = await api.gifts.get()
              given.value = data?.gifts.find(({ orderId }) => ordered === undefined || orderId === ordered) ?? null
            },
          }
        : {
            verdictOf: guest.verdictOf,
            onPaid() {
              const found = guest.link()
              link.value = found
              guest.forget()
              if (found !== null) go(found, 'replace')
            },
          }),
    }
  }, [])
  return (
    <Paying
      goods={goods}
      form={form}
      payment={payment}
      amountMinor={amountMinor}
      hasSum={isPayable()}
      fields={['email', 'message', 'sendAt', 'payerEmail', 'amount']}
      late={say('The gift can be taken as soon as it is paid; you can close this page.')}
      done={
        <Thanks title={say('Your gift is paid')} slug={slug}>
          {hasAccount ? (
            <>
              {given.value?.url && <PassOn url={given.value.url} name={given.value.casset.name} />}
              <p>
                {sentTo.value !== '' && goesText(sentTo.value, day.value)}
                {gap()}
                {inParts(say('What becomes of it is in <a>your library</a>.'), {
                  a: (text) => <a href="/library#given">{text}</a>,
                })}
              </p>
            </>
          ) : (
            <p>{link.value === null ? say('One moment…') : <a href={link.value}>{say('Go to your gift')}</a>}</p>
          )}
        </Thanks>
      }
    >
      <AreaField
        form={form}
        name="message"
        label={say('Your message')}
        hint={say('Optional. It stands on the card, and on the page where they take it.')}
        rows={3}
        value={message.value}
        onWrite={(said) => {
          message.value = said
        }}
      />
      {hasMail && (
        <Field
          form={form}
          name="email"
          type="email"
          label={say('Send it to their email address')}
          autocomplete="off"
          placeholder="kim@example.org"
          value={email.value}
          onInput={({ currentTarget }) => {
            email.value = currentTarget.value
          }}
          hint={say('Optional. You get the link to pass on, and a card to print, in any case.')}
        />
      )}
      {hasMail && email.value.trim() !== '' && (
        <Field
          form={form}
          name="sendAt"
          type="date"
          label={say('Send it on')}
          value={day.value}
          onInput={({ currentTarget }) => {
            day.value = currentTarget.value
          }}
          hint={say('Optional: at nine in the morning of that day. Without a day it goes out at once.')}
        />
      )}
      {payment.mode !== 'off' && (
        <Amount
          form={form}
          priceMinor={least.value}
          sums={payment.sums}
          currency={price.currency}
          text={text}
          suggested={suggested}
        />
      )}
      {!hasAccount && (
        <Field
          form={form}
          name="payerEmail"
          type="email"
          label={say('Your own email address')}
          autocomplete="email"
          value={payer.value}
          onInput={({ currentTarget }) => {
            payer.value = currentTarget.value
          }}
          required={code !== null}
          hint={
            code === null
              ? say('Optional, for your receipt. You get the link to it right here, too.')
              : say('For your receipt, and for the code, which each person can use once.')
          }
        />
      )}
    </Paying>
  )
}

const goesText = (address: string, day: string): string =>
  day === ''
    ? say('The link to it goes to {address} now.', { address })
    : say('The link to it goes to {address} on {day}.', { address, day: longDay(day) })
