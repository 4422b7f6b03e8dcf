import { say } from '../../../src/lib/language/say.ts'
import { Said } from '../../lib/said.tsx'
import '../../lib/form-parts.ts'
import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import type { Extra } from '../../../src/casset/extra/shape.ts'
import type { ConvertedFormat } from '../../../src/lib/audio/converted-formats.ts'
import { api } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { go } from '../../lib/go.ts'
import { hearAll } from '../../player/engine.ts'
import type { Tape } from '../../player/state.ts'
import { Amount } from './amount.tsx'
import { useCassetAmount } from './casset-amount.ts'
import type { Goods } from './goods.ts'
import { joinIfTicked, NewsBox } from './news-box.tsx'
import { Paying, type Payment } from './paying.tsx'

export type CheckoutProps = {
  slug: string
  tape: Tape
  price: { amount: number; currency: string }
  payment: Payment
  isPreorder: boolean
  /** The sum that the artist suggests above the price; null for none. */
  suggested: number | null
  code: string | null
  bought: { trackIds: string[] } | { everything: true } | null
  /** Its address below /checkout. */
  path: string
  formats: readonly ConvertedFormat[]
  /** The files that come with what is bought. */
  extras: readonly Extra[]
  /** The name of what is bought in the middle of a sentence; null for the casset. */
  name: string | null
  /** Null where the payer is not asked. */
  news: string | null
}

export default function Checkout(props: CheckoutProps) {
  const { slug, path, tape, price, code, bought, name, payment, formats, extras, isPreorder, suggested, news } = props
  const form = useForm('checkout')
  const after = useSignal<typeof import('./done.tsx') | null>(null)
  const { text, least, lower, amountMinor, isPayable, read } = useCassetAmount(path, price, payment.sums)
  const goods = useMemo<Goods>(
    () => ({
      path,
      currency: price.currency,
      lower,
      read,
      order: ({ amount }, how) =>
        // Without an amount the price of this moment counts, which may have fallen.
        api.checkout['payment-intent'].post({
          slug,
          ...bought,
          ...(code === null ? {} : { code }),
          ...(amount > least.value ? { amount } : {}),
          ...(amount === 0 ? {} : how),
        }),
      async onPaid() {
        hearAll(slug)
        // The page says the same once it is loaded again.
        if (!isPreorder) import('./done.tsx').then((loaded) => (after.value = loaded)).catch(() => location.reload())
        if (bought === null) await joinIfTicked(slug, amountMinor.value === 0 ? 'free' : 'checkout')
        // Until its hour, the page says what was ordered.
        if (isPreorder) go(location.pathname, 'replace')
      },
    }),
    [],
  )
  const Done = after.value?.Done
  return (
    <Paying
      goods={goods}
      form={form}
      payment={payment}
      amountMinor={amountMinor}
      hasSum={isPayable()}
      fields={['amount']}
      late={say('It is in your library as soon as it is paid; you can close this page.')}
      done={
        Done ? (
          <Done {...{ slug, tape, name, formats, extras }} isMany={bought !== null && 'everything' in bought} />
        ) : (
          <Said>{say('One moment…')}</Said>
        )
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
      <NewsBox slug={slug} words={news} />
    </Paying>
  )
}
