import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { say } from '../../../src/lib/language/say.ts'
import { api } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import type { Goods } from './goods.ts'
import { Paying, type Payment } from './paying.tsx'
import { Thanks } from './thanks.tsx'

export type EmojiProps = {
  slug: string
  emoji: { id: string; shortcode: string; price: { amount: number; currency: string } }
  payment: Payment
}

export default function Emoji({ slug, emoji, payment }: EmojiProps) {
  const { id, shortcode, price } = emoji
  const form = useForm('emoji')
  const amountMinor = useSignal(price.amount)
  const goods = useMemo<Goods>(
    () => ({
      path: `${slug}/emoji/${id}`,
      currency: price.currency,
      read: () => ({ amount: price.amount }),
      order: (_choice, how) => api.casset({ slug }).emoji.purchase.post({ emojiId: id, ...how }),
    }),
    [],
  )
  return (
    <Paying
      goods={goods}
      form={form}
      payment={payment}
      amountMinor={amountMinor}
      hasSum
      fields={[]}
      late={say('The emoji is yours as soon as it is paid; you can close this page.')}
      done={
        <Thanks
          title={say('It’s yours!')}
          slug={slug}
          next={{ href: `/@${slug}/sideb`, label: say('Open the live room') }}
        >
          <p>{say('Type :{shortcode}: in the live room of this casset.', { shortcode })}</p>
        </Thanks>
      }
    />
  )
}
