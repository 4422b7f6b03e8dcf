import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { say } from '../../../../src/lib/language/say.ts'
import { spellSum } from '../../../../src/lib/money/money.ts'
import { type Bounds, stepOf } from '../../../../src/lib/money/price.ts'
import { priceFault, priceRule, readPrice } from '../../../../src/lib/money/set-price.ts'
import { announce } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { Field, FormTrouble, SendForm, SendKey } from '../../../lib/field.tsx'
import { focusOn } from '../../../lib/focus-on.ts'
import { useForm } from '../../../lib/form.ts'
import { inParts } from '../../../lib/in-parts.tsx'
import type { Draft, EmojiState } from './emoji-state.ts'
import { Grounds } from './grounds.tsx'
import { isShortcode, shortcodeRule } from './propose-shortcode.ts'

type DraftCardProps = { draft: Draft & { kind: 'ready' }; state: EmojiState; prices: Bounds; currency: string }

export function DraftCard({ draft, state, prices, currency }: DraftCardProps) {
  const { picture } = draft
  const form = useForm(`draft-${draft.key}`)
  const shortcode = useSignal(draft.shortcode)
  const price = useSignal(spellSum({ amount: Math.max(stepOf(currency), prices.least), currency }))
  const assetId = useRef<string | null>(null)
  const putUp = async () => {
    const minor = readPrice(price.value, prices, currency)
    if (!isShortcode(shortcode.value)) return form.refuse('shortcode', shortcodeRule())
    if (minor === null) return form.refuse('price', priceFault(price.value, prices, currency))
    if (assetId.current === null) {
      const sent = await form.send(() => api.studio.assets.post({ file: picture.file }))
      if (!sent) return
      assetId.current = sent.data.asset.id
    }
    const { cassetId } = state
    const wanted = { shortcode: shortcode.value, assetId: assetId.current, price: minor, cassetId }
    const listed = await form.send(() => api.studio.emojis.post(wanted))
    if (!listed) return
    state.drop(draft, listed.data.emoji)
    announce(say(':{shortcode}: is for sale.', { shortcode: wanted.shortcode }))
    focusOn('#on-tray')
  }
  return (
    <li class="emoji-draft">
      <div>
        <Grounds url={picture.url} />
        <p class="in-line">
          {inParts(say('Like this <img></img> in a line of text.'), { img: () => <img src={picture.url} alt="" /> })}
        </p>
        <p class="mono">
          {picture.width} × {picture.height}. {picture.note}
        </p>
      </div>
      <SendForm aria-label={draft.name} submit={putUp}>
        <Field
          form={form}
          name="shortcode"
          label={say('Shortcode')}
          autocapitalize="none"
          autocomplete="off"
          spellcheck={false}
          value={shortcode.value}
          hint={say('People type :{shortcode}: to use it.', { shortcode: shortcode.value || '…' })}
          onInput={({ currentTarget }) => {
            shortcode.value = currentTarget.value
          }}
        />
        <Field
          form={form}
          name="price"
          label={say('Price in {currency}', { currency: currency.toUpperCase() })}
          inputMode="decimal"
          autocomplete="off"
          value={price.value}
          hint={priceRule(prices, currency)}
          onInput={({ currentTarget }) => {
            price.value = currentTarget.value
          }}
        />
        <FormTrouble form={form} fields={['shortcode', 'price']} />
        <div class="acts">
          <SendKey form={form} label={say('Add')} busyLabel={say('Adding…')} />
          <button type="button" class="key" onClick={() => state.drop(draft)}>
            {say('Discard')}
          </button>
        </div>
      </SendForm>
    </li>
  )
}
