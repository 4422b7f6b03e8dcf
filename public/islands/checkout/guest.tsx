import { say } from '../../../src/lib/language/say.ts'
import { Said } from '../../lib/said.tsx'
import '../../lib/form-parts.ts'
import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { api } from '../../lib/api.ts'
import { Field } from '../../lib/field.tsx'
import { useForm } from '../../lib/form.ts'
import { go } from '../../lib/go.ts'
import { Amount } from './amount.tsx'
import { useCassetAmount } from './casset-amount.ts'
import type { Goods } from './goods.ts'
import { guestPayment } from './guest-payment.ts'
import { useKeptText } from './kept-text.ts'
import { joinIfTicked, NewsBox } from './news-box.tsx'
import { Paying, type Payment } from './paying.tsx'

export type GuestProps = {
  slug: string
  price: { amount: number; currency: string }
  payment: Payment
  isPreorder: boolean
  /** The sum that the artist suggests above the price; null for none. */
  suggested: number | null
  code: string | null
  /** The track that is bought by itself; null for all of the casset. */
  trackId: string | null
  rest: readonly string[]
  hasMail: boolean
  news: string | null
}

export default function GuestCheckout(props: GuestProps) {
  const { slug, price, code, trackId, rest, payment, isPreorder, suggested, hasMail, news } = props
  const form = useForm('guest')
  const path = trackId === null ? slug : `${slug}/track/${trackId}`
  const { text, least, lower, amountMinor, isPayable, read } = useCassetAmount(path, price, payment.sums)
  const email = useKeptText(path, 'email', '', () => true)
  const link = useSignal<string | null>(null)
  const goods = useMemo<Goods>(() => {
    const guest = guestPayment(path)
    return {
      path,
      currency: price.currency,
      lower,
      read() {
        const address = email.value.trim()
        if (!/^\S+@\S+\.\S+$/.test(address)) {
          return { field: 'email', text: say('Enter your email address, like kim@example.org.') }
        }
        const choice = read()
        return 'field' in choice ? choice : { ...choice, message: address }
      },
      async order({ amount, message: address = '' }, how) {
        const before = guest.before()
        const ofPayment = {
          ...(trackId === null ? {} : { trackIds: [trackId] }),
          ...(code === null ? {} : { code }),
          ...(rest.length === 0 ? {} : { rest: [...rest] }),
          ...(amount > least.value ? { amount } : {}),
          ...(amount === 0 ? {} : { ...how, ...(before === undefined ? {} : { before }) }),
        }
        const answer = await api.checkout.guest.post({ slug, email: address, ...ofPayment })
        if (answer.data) guest.keep(answer.data)
        return answer
      },
      verdictOf: guest.verdictOf,
      async onPaid() {
        const found = guest.link()
        link.value = found
        guest.forget()
        if (found === null) return
        const secret = found.split('/').at(-1) ?? ''
        // This browser gets the rest for the difference. If this fails, the link still does.
        if (trackId !== null) await api.guest.rest.post({ secret })
        await joinIfTicked(slug, amountMinor.value === 0 ? 'free' : 'checkout', { secret })
        // Back from the music must not lead to a form that pays once more.
        go(found, 'replace')
      },
    }
  }, [])
  return (
    <Paying
      goods={goods}
      form={form}
      payment={payment}
      amountMinor={amountMinor}
      hasSum={isPayable()}
      fields={['email', 'amount']}
      late={
        hasMail
          ? say('As soon as it is paid, an email brings you the link to it; you can close this page.')
          : say('Keep this tab open, or come back to it: the link to what you buy is shown here once it is paid.')
      }
      done={
        <Said takesFocus as="div" class="form">
          <h2>{isPreorder ? say('You ordered it') : say('It’s yours!')}</h2>
          <p>{link.value === null ? say('One moment…') : <a href={link.value}>{say('Go to what you bought')}</a>}</p>
        </Said>
      }
    >
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
      <Field
        form={form}
        name="email"
        type="email"
        label={say('Email address')}
        autocomplete="email"
        placeholder="kim@example.org"
        required
        value={email.value}
        onInput={({ currentTarget }) => {
          email.value = currentTarget.value
        }}
        hint={
          hasMail
            ? say('Your receipt and the link to your download go there.')
            : say('For your receipt. You get the link right here.')
        }
      />
      <NewsBox slug={slug} words={news} />
    </Paying>
  )
}
