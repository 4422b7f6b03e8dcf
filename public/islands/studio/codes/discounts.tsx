import { useSignal } from '@preact/signals'
import { say } from '../../../../src/lib/language/say.ts'
import { readSum, sumText, symbolOf } from '../../../../src/lib/money/money.ts'
import type { Discount } from '../../../../src/shop/discount/model.ts'
import { announce } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { Day } from '../../../lib/day.tsx'
import { Field, FormTrouble, SendForm, SendKey } from '../../../lib/field.tsx'
import { focusOn } from '../../../lib/focus-on.ts'
import { fieldId, textOf, useForm } from '../../../lib/form.ts'
import { inParts } from '../../../lib/in-parts.tsx'
import { showToast } from '../../../lib/toast.ts'
import { troubleOf } from '../../../lib/trouble.ts'
import { showUndo } from '../../../lib/undo.ts'

export type DiscountsProps = {
  cassetId: string
  currency: string
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
  const mark = ({ id }: Discount, endedAt: string | null) => {
    shown.value = shown.value.map((each) => (each.id === id ? { ...each, endedAt } : each))
  }
  const end = async (discount: Discount) => {
    const one = api.studio.discounts({ id: discount.id })
    const { error } = await one.delete()
    if (error) return showToast(troubleOf(error).text)
    mark(discount, new Date().toISOString())
    const text = say('{code} takes nothing off any more. Who paid with it keeps what they bought.', {
      code: discount.code,
    })
    showUndo(text, async () => {
      const { error: refused } = await one.reopen.post()
      if (refused) return troubleOf(refused)
      mark(discount, null)
      focusOn('#discounts')
      return null
    })
  }
  return (
    <>
      <DiscountForm
        {...about}
        done={(fresh) => {
          shown.value = [fresh, ...shown.value]
          announce(say('The code {code} is made.', { code: fresh.code }))
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
              end={() => void end(discount)}
            />
          ))}
        </ul>
      ) : (
        <p class="empty">{say('No codes yet. Make up a word and what it takes off the price.')}</p>
      )}
    </>
  )
}

function offOf({ percent, amount, currency, cassetId }: Discount): string {
  const isForAll = cassetId === null
  if (percent !== null) {
    return isForAll
      ? say('{percent} % off everything you sell on your own', { percent })
      : say('{percent} % off', { percent })
  }
  const sum = sumText({ amount: amount ?? 0, currency: currency ?? 'usd' })
  return isForAll ? say('{sum} off everything you sell on your own', { sum }) : say('{sum} off', { sum })
}

type RowProps = { discount: Discount; checkout: string; nowMs: number; end: () => void }

function Row({ discount, checkout, nowMs, end }: RowProps) {
  const { code, uses, used, expiresAt, endedAt } = discount
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= nowMs
  return (
    <li>
      <b class="mono">{code}</b>
      <p class="mono">
        {offOf(discount)}
        {endedAt !== null && <> · {inParts(say('ended <day></day>'), { day: () => <Day iso={endedAt} /> })}</>}
        {endedAt === null && expiresAt !== null && (
          <>
            {' '}
            ·{' '}
            {inParts(isExpired ? say('expired <day></day>') : say('expires <day></day>'), {
              day: () => <Day iso={expiresAt} />,
            })}
          </>
        )}
      </p>
      <p class="used">
        {uses !== null && <progress max={uses} value={used} aria-label={say('Used: {code}', { code })} />}
        <span class="mono">
          {uses === null
            ? say('{times, plural, one {used # time} other {used # times}}', { times: used })
            : say('{used} of {all} used ## codes', { used, all: uses })}
        </span>
        {endedAt === null && !isExpired && (
          <a class="tap" href={`${checkout}?code=${encodeURIComponent(code)}`}>
            {say('Its link')}
          </a>
        )}
      </p>
      {endedAt === null && (
        <button type="button" class="key needs-js" aria-label={say('End it: {code}', { code })} onClick={end}>
          {say('End it')}
        </button>
      )}
    </li>
  )
}

type FormProps = Omit<DiscountsProps, 'discounts' | 'nowMs'> & { done: (fresh: Discount) => void }

const endOf = (day: string) => new Date(`${day}T23:59:59`).toISOString()

function DiscountForm({ cassetId, currency, canBeForAll, done }: FormProps) {
  const form = useForm('discounts')
  const make = async (data: FormData, sheet: HTMLFormElement) => {
    const [off, uses, code, day] = ['percent', 'uses', 'code', 'expiresAt'].map((name) => textOf(data, name).trim())
    const isPercent = textOf(data, 'by') === 'percent'
    const taken = isPercent ? Number(off) : readSum(off ?? '', currency)
    if (taken === null || !Number.isInteger(taken) || taken < 1 || (isPercent && taken > 100)) {
      return form.refuse(
        'percent',
        isPercent ? say('Enter a whole number from 1 to 100.') : say('Enter a sum, like 2.50.'),
      )
    }
    const times = uses === '' ? null : Number(uses)
    if (times !== null && (!Number.isInteger(times) || times < 1)) {
      return form.refuse('uses', say('Enter a whole number, or leave it empty.'))
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
        label={say('Takes off')}
        inputMode="decimal"
        autocomplete="off"
        required
        beside={
          <select name="by" aria-label={say('Percent or amount')}>
            <option value="percent">%</option>
            <option value="amount">{symbolOf(currency)}</option>
          </select>
        }
      />
      <Field
        form={form}
        name="code"
        label={say('Word')}
        placeholder="SPRING"
        autocomplete="off"
        autocapitalize="characters"
        hint={say('Leave it empty and we make one up.')}
      />
      <Field
        form={form}
        name="uses"
        label={say('How often')}
        inputMode="numeric"
        autocomplete="off"
        hint={say('In total, and once per person. Leave it empty for no limit.')}
      />
      <Field
        form={form}
        name="expiresAt"
        label={say('Expires')}
        type="date"
        hint={say('Leave it empty for a code that never expires.')}
      />
      {canBeForAll && (
        <div class="field">
          <label for={fieldId(form, 'for')}>{say('For')}</label>
          <div class="line">
            <select id={fieldId(form, 'for')} name="for">
              <option value="this">{say('This casset')}</option>
              <option value="all">{say('Everything I sell on my own')}</option>
            </select>
          </div>
        </div>
      )}
      <FormTrouble form={form} fields={['percent', 'code', 'uses', 'expiresAt']} />
      <div class="acts">
        <SendKey form={form} label={say('Create the code')} busyLabel={say('Creating…')} />
      </div>
    </SendForm>
  )
}
