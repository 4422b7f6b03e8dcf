import '../../lib/form-parts.ts'
import { useMemo } from 'preact/hooks'
import { api } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { hearAll } from '../../player/engine.ts'
import type { Tape } from '../../player/state.ts'
import { Amount } from './amount.tsx'
import { useCassetAmount } from './casset-amount.ts'
import type { Goods } from './goods.ts'
import { joinIfTicked, joinList, NewsBox } from './news-box.tsx'
import { Paying, type Payment } from './paying.tsx'
import { Done } from './steps.tsx'

export type CheckoutProps = {
  slug: string
  tape: Tape
  price: { amount: number; currency: string }
  payment: Payment
  /** The sum that the artist suggests above the price; null for none. */
  suggested: number | null
  /** The code that reduced the price. */
  code: string | null
  /** The track that is bought by itself; null for all of the casset. */
  track: { id: string; title: string } | null
  /**
   * The sentence by which the payer may join the artist's mailing list. Null where that is not
   * asked.
   */
  news: string | null
}

/** The checkout of a casset: the amount, the means of payment, and the tape once it is paid. */
export default function Checkout({ slug, tape, price, code, track, payment, suggested, news }: CheckoutProps) {
  const form = useForm('checkout')
  const path = track ? `${slug}/track/${track.id}` : slug
  const { text, least, lower, amountMinor, isPayable, read } = useCassetAmount(path, price, suggested)
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
          ...(track ? { trackIds: [track.id] } : {}),
          ...(code === null ? {} : { code }),
          ...(amount > least.value ? { amount } : {}),
          ...(amount === 0 ? {} : how),
        }),
      onPaid() {
        hearAll(slug)
        const from = amountMinor.value === 0 ? 'free' : 'checkout'
        if (!track) void joinIfTicked(slug, (words) => joinList(slug, words, from))
      },
    }),
    [],
  )
  return (
    <Paying
      goods={goods}
      form={form}
      payment={payment}
      amountMinor={amountMinor}
      hasSum={isPayable()}
      fields={['amount']}
      late="It is in your library as soon as it is paid; you need not wait here."
      done={<Done slug={slug} tape={tape} track={track?.title ?? null} />}
    >
      {payment.mode !== 'off' && (
        <Amount form={form} priceMinor={least.value} currency={price.currency} text={text} suggested={suggested} />
      )}
      <NewsBox slug={slug} words={news} />
    </Paying>
  )
}
