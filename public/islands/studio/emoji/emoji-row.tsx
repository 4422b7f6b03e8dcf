import type { Signal } from '@preact/signals'
import { say } from '../../../../src/lib/language/say.ts'
import { spellSum, symbolOf } from '../../../../src/lib/money/money.ts'
import type { Bounds } from '../../../../src/lib/money/price.ts'
import { priceFault, readPrice } from '../../../../src/lib/money/set-price.ts'
import type { OwnEmoji } from '../../../../src/shop/emoji/model.ts'
import { Inline } from '../../../lib/inline.tsx'
import type { EmojiState } from './emoji-state.ts'
import { Grounds } from './grounds.tsx'
import { isShortcode, shortcodeRule } from './propose-shortcode.ts'

type EmojiRowProps = { emoji: OwnEmoji; state: EmojiState; prices: Bounds; leaving: Signal<OwnEmoji | null> }

export function EmojiRow({ emoji, state, prices, leaving }: EmojiRowProps) {
  const { id, shortcode, url, price, sold } = emoji
  return (
    <li class="emoji-row">
      <Grounds url={url} />
      <span class="code">
        <span aria-hidden="true">:</span>
        <Inline
          id={`shortcode-${id}`}
          label={say('Shortcode of {shortcode}', { shortcode })}
          value={shortcode}
          faultOf={(text) => (isShortcode(text) ? '' : shortcodeRule())}
          onKeep={(text) => state.change(id, { shortcode: text })}
        />
        <span aria-hidden="true">:</span>
      </span>
      <span class="cost">
        <span aria-hidden="true">{symbolOf(price.currency)}</span>
        <Inline
          id={`price-${id}`}
          label={say('Price of {shortcode} in {currency}', { shortcode, currency: price.currency.toUpperCase() })}
          inputMode="decimal"
          value={spellSum(price)}
          faultOf={(text) => priceFault(text, prices, price.currency)}
          onKeep={(text) => state.change(id, { price: readPrice(text, prices, price.currency) ?? price.amount })}
        />
      </span>
      <span class="mono">{sold === 0 ? say('none sold') : say('{sold} sold', { sold })}</span>
      <button
        type="button"
        class="key needs-js"
        aria-label={say('Stop selling :{shortcode}:', { shortcode })}
        onClick={() => {
          leaving.value = emoji
        }}
      >
        {say('Stop selling')}
      </button>
    </li>
  )
}
