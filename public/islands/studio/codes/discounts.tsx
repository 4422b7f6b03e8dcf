import { type Signal, useSignal } from '@preact/signals'
import { readSum, sumText, symbolOf } from '../../../../src/lib/money.ts'
import type { Discount } from '../../../../src/money/discount/model.ts'
import { announce } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { AskDialog } from '../../../lib/ask-dialog.tsx'
import { Day } from '../../../lib/day.tsx'
import { Field, FormTrouble, SendForm, SendKey } from '../../../lib/field.tsx'
import { focusOn } from '../../../lib/focus-on.ts'
import { fieldId, textOf, useForm } from '../../../lib/form.ts'
import { troubleOf } from '../../../lib/trouble.ts'

export type DiscountsProps = {
  cassetId: string
  currency: string
  /** The address of the checkout, to which the link of a code leads. */
  checkout: string
  /** Whether the form offers codes for every casset that the artist has without co-artists. */
  canBeForAll: boolean
  discounts: readonly Discount[]
  /** When the page was rendered, which decides whether codes have expired. */
  nowMs: number
}

/** Codes that reduce the price: made here, listed with how often each was used, and ended. */
export default function Discounts({ discounts, nowMs, ...about }: DiscountsProps) {
  const shown = useSignal(discounts)
  const ending = useSignal<Discount | null>(null)
  const ended = (discount: Discount) => {
    const endedAt = new Date().toISOString()
    shown.value = shown.value.map((each) => (each.id === discount.id ? { ...each, endedAt } : each))
    announce(`The code ${discount.code} has ended.`)
    focusOn('#discounts')
  }
  return (
    <>
      <DiscountForm
        {...about}
        done={(fresh) => {
          shown.value = [fresh, ...shown.value]
          announce(`The code ${fresh.code} is made.`)
        }}
      />
      {shown.value.length > 0 ? (
        <ul class="rows batches">
          {shown.value.map((discount) => (
            <Row
              key={discount.id}
              discount={discount}
              checkout={about.checkout}
              nowMs={nowMs}
              end={() => {
                ending.value = discount
              }}
            />
          ))}
        </ul>
      ) : (
        <p class="empty">No codes yet. Announce a word and what it takes off.</p>
      )}
      <EndDialog ending={ending} done={ended} />
    </>
  )
}

const offOf = ({ percent, amount, currency }: Discount) =>
  percent === null ? `${sumText({ amount: amount ?? 0, currency: currency ?? 'usd' })} off` : `${percent} % off`

type RowProps = { discount: Discount; checkout: string; nowMs: number; end: () => void }

function Row({ discount, checkout, nowMs, end }: RowProps) {
  const { code, cassetId, uses, used, expiresAt, endedAt } = discount
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= nowMs
  return (
    <li>
      <b class="mono">{code}</b>
      <p class="mono">
        {offOf(discount)}
        {cassetId === null && ' all you sell alone'}
        {endedAt !== null && (
          <>
            {' '}
            · ended <Day iso={endedAt} />
          </>
        )}
        {endedAt === null && expiresAt !== null && (
          <>
            {' '}
            · {isExpired ? 'expired' : 'expires'} <Day iso={expiresAt} />
          </>
        )}
      </p>
      <p class="used">
        {uses !== null && <progress max={uses} value={used} aria-label={`Used: ${code}`} />}
        <span class="mono">{uses === null ? `${used} used` : `${used} of ${uses} used`}</span>
        {endedAt === null && !isExpired && <a href={`${checkout}?code=${encodeURIComponent(code)}`}>Its link</a>}
      </p>
      {endedAt === null && (
        <button type="button" class="key needs-js" aria-label={`End the code ${code}`} onClick={end}>
          End it
        </button>
      )}
    </li>
  )
}

type FormProps = Omit<DiscountsProps, 'discounts' | 'nowMs'> & { done: (fresh: Discount) => void }

/** Returns the last moment of a day in the artist's time zone. */
const endOf = (day: string) => new Date(`${day}T23:59:59`).toISOString()

function DiscountForm({ cassetId, currency, canBeForAll, done }: FormProps) {
  const form = useForm('discounts')
  const make = async (data: FormData, sheet: HTMLFormElement) => {
    const [off, uses, code, day] = ['percent', 'uses', 'code', 'expiresAt'].map((name) => textOf(data, name).trim())
    const isPercent = textOf(data, 'by') === 'percent'
    const taken = isPercent ? Number(off) : readSum(off ?? '', currency)
    if (taken === null || !Number.isInteger(taken) || taken < 1 || (isPercent && taken > 100)) {
      return form.refuse('percent', isPercent ? 'Enter a whole number from 1 to 100.' : 'Enter a sum, like 2.50.')
    }
    const times = uses === '' ? null : Number(uses)
    if (times !== null && (!Number.isInteger(times) || times < 1)) {
      return form.refuse('uses', 'Enter a whole number, or leave it empty.')
    }
    const body = {
      cassetId: textOf(data, 'for') === 'all' ? null : cassetId,
      ...(isPercent ? { percent: taken } : { amount: taken }),
      ...(code === '' || code === undefined ? {} : { code }),
      uses: times,
      expiresAt: day === '' || day === undefined ? null : endOf(day),
    }
    const answer = await form.send(() => api.studio.discounts.post(body))
    if (!answer) return
    sheet.reset()
    done(answer.data.discount)
  }
  return (
    <SendForm class="form code-form" submit={make}>
      <Field
        form={form}
        name="percent"
        label="Takes off"
        inputMode="decimal"
        autocomplete="off"
        required
        beside={
          <select name="by" aria-label="Percent or amount">
            <option value="percent">%</option>
            <option value="amount">{symbolOf(currency)}</option>
          </select>
        }
      />
      <Field
        form={form}
        name="code"
        label="Word"
        placeholder="SPRING"
        autocomplete="off"
        autocapitalize="characters"
        hint="Leave it empty and we make one up."
      />
      <Field
        form={form}
        name="uses"
        label="How often"
        inputMode="numeric"
        autocomplete="off"
        hint="In all; each person once. Leave it empty for any number."
      />
      <Field
        form={form}
        name="expiresAt"
        label="Expires"
        type="date"
        hint="Leave it empty for a code that never expires."
      />
      {canBeForAll && (
        <div class="field">
          <label for={fieldId(form, 'for')}>For</label>
          <div class="line">
            <select id={fieldId(form, 'for')} name="for">
              <option value="this">This casset</option>
              <option value="all">All that I sell alone</option>
            </select>
          </div>
        </div>
      )}
      <FormTrouble form={form} fields={['percent', 'code', 'uses', 'expiresAt']} />
      <div class="acts">
        <SendKey form={form} label="Make the code" busyLabel="One moment…" />
      </div>
    </SendForm>
  )
}

async function end({ id }: Discount) {
  const { error } = await api.studio.discounts({ id }).delete()
  return error && troubleOf(error)
}

/** Asks before a code that may be announced already is ended. */
const EndDialog = ({ ending, done }: { ending: Signal<Discount | null>; done: (discount: Discount) => void }) => (
  <AskDialog about={ending} title={() => 'End this code?'} keep="Cancel" go="End the code" act={end} after={done}>
    {(discount) => (
      <p>
        <b class="mono">{discount.code}</b> takes nothing off any more. Who paid with it keeps what they bought.
      </p>
    )}
  </AskDialog>
)
