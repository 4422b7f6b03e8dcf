import { say } from '../../../../src/lib/language/say.ts'
import { priceTag, readSum, spellSum } from '../../../../src/lib/money/money.ts'
import { boundsIn, boundsText, type Prices } from '../../../../src/lib/money/price.ts'
import { sumProblem } from '../../../../src/lib/money/sum-problem.ts'
import type { Policy } from '../../../../src/release/agent/shape.ts'
import { AreaField } from '../../../lib/area-field.tsx'
import { Field, FormTrouble } from '../../../lib/field.tsx'
import { textOf, useForm } from '../../../lib/form.ts'
import { ObstacleHint, type Payable } from '../../../lib/obstacle-hint.tsx'
import { Said } from '../../../lib/said.tsx'
import { SavedForm, storeChanges, useSaver } from '../../../lib/saved-form.tsx'
import { scopeLabels } from './labels.ts'
import type { ReleaseState } from './state.ts'

type LicenseTermsProps = Payable & { state: ReleaseState; policy: Policy; currency: string; prices: Prices }

export function LicenseTerms({ state, policy, currency: usual, prices, ...payable }: LicenseTermsProps) {
  const { scope, decision, price, terms, contact } = policy
  const form = useForm(`terms-${scope}`)
  const currency = price?.currency ?? usual
  const bounds = boundsIn(prices, currency)
  const isSold = decision === 'REQUIRE_LICENSE'
  const saver = useSaver(form, (data) => {
    const written = textOf(data, 'price').trim()
    const problem = written === '' ? '' : sumProblem(written, bounds, currency)
    const amount = written === '' ? null : readSum(written, currency)
    const wanted = { terms: textOf(data, 'terms').trim() || null, contact: textOf(data, 'contact').trim() || null }
    const isPriced = isSold && problem === '' && amount !== (price?.amount ?? null)
    const changes = {
      ...(wanted.terms === terms ? {} : { terms: wanted.terms }),
      ...(wanted.contact === contact ? {} : { contact: wanted.contact }),
      ...(isPriced ? { price: amount === null ? null : { amount, currency } } : {}),
    }
    const faults = problem === '' ? [] : [{ field: 'price', text: problem }]
    const isChanged = Object.keys(changes).length > 0
    return storeChanges({ changes: isChanged ? { scope, decision, ...changes } : null, faults }, state.decide)
  })
  const shown = price && isSold ? priceTag(price) : isSold ? say('no price yet') : say('no terms yet')
  return (
    <details class="license-terms">
      <summary>
        {isSold ? say('Price and terms') : say('Terms')}
        <span class="sr"> – {scopeLabels()[scope]}</span>
        {(isSold || terms === null) && <span class="mono"> · {shown}</span>}
      </summary>
      <SavedForm class="form" form={form} saver={saver}>
        {isSold && (
          <Field
            form={form}
            name="price"
            label={say('Price of a license in {currency}', { currency: currency.toUpperCase() })}
            inputMode="decimal"
            defaultValue={price ? spellSum(price) : ''}
            hint={say('{limits}. Without a price, people have to ask you.', {
              limits: boundsText(bounds, currency),
            })}
          />
        )}
        {isSold && price && payable.obstacle !== null && (
          <Said class="hint">
            <ObstacleHint {...payable} />
          </Said>
        )}
        <AreaField
          form={form}
          name="terms"
          label={say('Terms')}
          rows={3}
          defaultValue={terms ?? ''}
          hint={say('What you ask in return, such as credit. Buyers read it before they pay.')}
        />
        <Field
          form={form}
          name="contact"
          label={say('Where to ask')}
          defaultValue={contact ?? ''}
          hint={say('An email address or a link, shown to people who ask. Without it they are sent to your page.')}
        />
        <FormTrouble form={form} fields={['price', 'terms', 'contact']} />
      </SavedForm>
    </details>
  )
}
