import { useComputed, useSignal } from '@preact/signals'
import { useMemo, useRef } from 'preact/hooks'
import { api } from '../../lib/api.ts'
import { AreaField } from '../../lib/area-field.tsx'
import { lengthOf, useForm } from '../../lib/form.ts'
import { priceTag } from '../../lib/format.ts'
import { digitsOf, minorOf, spellPrice } from '../studio/money.ts'
import { stepAmount } from './amount.tsx'
import type { Goods } from './goods.ts'
import { Paying, type Payment } from './paying.tsx'
import { SumField } from './sum-field.tsx'
import { Thanks } from './thanks.tsx'

export type TipProps = { slug: string; artist: string; currency: string; payment: Payment }

const leastMinor = 100
const mostMinor = 100_000
const offered = [200, 500, 1000] as const
const mostChars = 280

/** What was written as a tip; null when no tip can be as much or as little. */
export function tipOf(text: string, currency: string): number | null {
  const minor = minorOf(text, digitsOf(currency))
  return minor === null || minor < leastMinor || minor > mostMinor ? null : minor
}

/** The counter for a tip: how much, and what is said with it. */
export default function Tip({ slug, artist, currency, payment }: TipProps) {
  const form = useForm('tip')
  const spell = (minor: number) => spellPrice(minor, digitsOf(currency))
  const tag = (amount: number) => priceTag({ amount, currency })
  const text = useSignal(spell(offered[1]))
  const message = useSignal('')
  const written = tipOf(text.value, currency)
  const lastAmount = useRef<number>(offered[1])
  const amountMinor = useComputed(() => {
    lastAmount.current = tipOf(text.value, currency) ?? lastAmount.current
    return lastAmount.current
  })
  const rule = `${tag(leastMinor)} to ${tag(mostMinor)}.`
  const goods = useMemo<Goods>(
    () => ({
      path: `${slug}/tip`,
      currency,
      read() {
        const amount = tipOf(text.value, currency)
        const said = message.value.trim()
        if (amount === null) return { field: 'amount', text: `A tip is ${rule}` }
        if (lengthOf(said) > mostChars) return { field: 'message', text: `At most ${mostChars} characters.` }
        return said === '' ? { amount } : { amount, message: said }
      },
      order: (wish) => api.casset({ slug }).tip.post(wish),
    }),
    [],
  )
  return (
    <Paying
      goods={goods}
      form={form}
      payment={payment}
      amountMinor={amountMinor}
      fields={['amount', 'message']}
      late="The tip arrives by itself as soon as the bank is done; you need not wait here."
      done={
        <Thanks title="Thank you" slug={slug}>
          <p>
            Your tip is on its way to <b dir="auto">{artist}</b>.
          </p>
        </Thanks>
      }
    >
      <SumField
        form={form}
        label="Your tip"
        currency={currency}
        text={text}
        hint={rule}
        isLeast={written === leastMinor}
        isMost={written === mostMinor}
        onStep={(direction) => {
          const next = stepAmount(written ?? leastMinor, direction, leastMinor, currency)
          text.value = spell(Math.min(next, mostMinor))
        }}
      >
        <div class="acts offered">
          {offered.map((minor) => (
            <button
              key={minor}
              type="button"
              class="key"
              aria-pressed={written === minor}
              onClick={() => {
                text.value = spell(minor)
              }}
            >
              {tag(minor)}
            </button>
          ))}
        </div>
      </SumField>
      <AreaField
        form={form}
        name="message"
        label="A word with it"
        hint={`If you like. Only ${artist} reads it.`}
        rows={2}
        onWrite={(said) => {
          message.value = said
        }}
      />
    </Paying>
  )
}
