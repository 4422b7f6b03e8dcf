import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { say } from '../../../src/lib/language/say.ts'
import { priceTag } from '../../../src/lib/money/money.ts'
import { api } from '../../lib/api.ts'
import { go } from '../../lib/go.ts'
import { inParts } from '../../lib/in-parts.tsx'
import { Said } from '../../lib/said.tsx'
import { troubleOf } from '../../lib/trouble.ts'

export type LicenseOffer = {
  readonly scope: string
  readonly text: string
  readonly price: { readonly amount: number; readonly currency: string }
  readonly terms: string | null
  /** Where the tape is for sale to those who only want to hear it, and keep it. */
  readonly sold: {
    readonly path: string
    readonly price: { readonly amount: number; readonly currency: string }
  } | null
}

export type BuyLicenseProps = { releaseId: string; offers: readonly LicenseOffer[]; canBePaid: boolean }

/** Several uses can be chosen at once, and are paid on the page of their quote. */
export default function BuyLicense({ releaseId, offers, canBePaid }: BuyLicenseProps) {
  const id = useId()
  const chosen = useSignal<readonly string[]>(offers.length === 1 ? offers.map(({ scope }) => scope) : [])
  const isBusy = useSignal(false)
  const trouble = useSignal('')
  const taken = offers.filter(({ scope }) => chosen.value.includes(scope))
  const [first] = taken
  const isOneCurrency = taken.every(({ price }) => price.currency === first?.price.currency)
  const sum = taken.reduce((total, { price }) => total + price.amount, 0)
  const toggle = (scope: string) => {
    trouble.value = ''
    chosen.value = chosen.value.includes(scope)
      ? chosen.value.filter((each) => each !== scope)
      : [...chosen.value, scope]
  }
  const buy = async () => {
    if (isBusy.value) return
    isBusy.value = true
    const { data, error } = await api.agents
      .releases({ id: releaseId })
      ['license-quote'].post({ scopes: [...chosen.value] })
    isBusy.value = false
    if (error) trouble.value = troubleOf(error).text
    else if (data.checkoutUrl === null) trouble.value = say('This cannot be bought right now. Ask the artist.')
    else go(new URL(data.checkoutUrl).pathname)
  }
  return (
    <div class="license-offers stack">
      <ul>
        {offers.map(({ scope, text, price, terms, sold }) => (
          <li key={scope}>
            <label class="check" for={`${id}-${scope}`}>
              <input
                id={`${id}-${scope}`}
                type="checkbox"
                class="needs-js"
                checked={chosen.value.includes(scope)}
                disabled={!canBePaid}
                onChange={() => toggle(scope)}
              />
              <span>
                {text} <b class="mono">{priceTag(price)}</b>
                {terms !== null && (
                  <small class="fine-print" dir="auto">
                    {terms}
                  </small>
                )}
              </span>
            </label>
            {sold && (
              <p class="fine-print">
                {inParts(
                  say('Only to listen to it and keep it, <a>buy the casset for {price}</a>.', {
                    price: priceTag(sold.price),
                  }),
                  { a: (text) => <a href={sold.path}>{text}</a> },
                )}
              </p>
            )}
          </li>
        ))}
      </ul>
      {canBePaid ? (
        <div class="acts needs-js">
          {first && isOneCurrency && (
            <button type="button" class="key go" aria-busy={isBusy.value} onClick={() => void buy()}>
              {say('Buy the license · {price}', { price: priceTag({ ...first.price, amount: sum }) })}
            </button>
          )}
          <Said class="fine-print">
            {trouble.value ||
              (isOneCurrency
                ? say(
                    'Choose what you need. Paid once, good for a year. No account is needed; you get a signed certificate.',
                  )
                : say('These have prices in different currencies: buy them one after another.'))}
          </Said>
        </div>
      ) : (
        <p class="fine-print">{say('The artist cannot be paid here yet. Ask them.')}</p>
      )}
    </div>
  )
}
