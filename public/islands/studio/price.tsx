import { type Signal, useSignal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'
import { spellSum, spokenSum, symbolOf } from '../../../src/lib/money/money.ts'
import { priceFault, priceRule, readPrice } from '../../../src/lib/money/set-price.ts'
import { gap } from '../../../src/lib/text/gap.ts'
import { AskDialog } from '../../lib/ask-dialog.tsx'
import { focusOn } from '../../lib/focus-on.ts'
import { Fold } from '../../lib/fold.tsx'
import { inParts } from '../../lib/in-parts.tsx'
import { Inline } from '../../lib/inline.tsx'
import { ObstacleHint, type Payable } from '../../lib/obstacle-hint.tsx'
import { Said } from '../../lib/said.tsx'
import type { Trouble } from '../../lib/trouble.ts'
import type { CassetEditor } from './casset-editor.ts'
import { KeptSwitch } from './kept-switch.tsx'

type PriceProps = Payable & {
  editor: CassetEditor
  /** The most that a new seller can be paid at once; null without a limit. */
  most: number | null
}

export function Price({ editor, obstacle, ownsSite, most }: PriceProps) {
  const { price, suggestedPrice, trackPrice, wholeForAll, published, name } = editor.casset.value
  const { amount, currency } = price
  const rule = priceRule(editor.prices, currency)
  const freeing = useSignal<{ name: string } | null>(null)
  const keep = async (read: number | null) => {
    const price = read ?? amount
    if (price > 0 || amount === 0 || !published) return editor.change({ price })
    freeing.value = { name }
    return null
  }
  return (
    <section aria-labelledby="price-title">
      <h2 id="price-title">{say('Price')}</h2>
      <div class="price-line">
        <PriceTag
          id="price"
          editor={editor}
          label={say('Price in {currency}', { currency: currency.toUpperCase() })}
          amount={editor.isPriceChosen.value ? amount : null}
          onKeep={keep}
        />
      </div>
      <p class="hint" id="price-rule">
        {editor.isPriceChosen.value ? rule : say('It has no price yet. {rule}', { rule })}
        {gap()}
        <Said as="span">
          {(amount > 0 || obstacle === 'off') && <ObstacleHint obstacle={obstacle} ownsSite={ownsSite} />}
          {obstacle === null &&
            most !== null &&
            amount > most &&
            say('Nobody can buy it yet: while you are a new seller, one payment can be at most {sum}.', {
              sum: spokenSum({ amount: most, currency }),
            })}
        </Said>
      </p>
      <Fold
        summary={
          <>
            {say('More about the price')} <small>{extrasOf({ currency, suggestedPrice, trackPrice })}</small>
          </>
        }
      >
        <OtherPrice
          name={say('Suggested price')}
          id="suggested"
          editor={editor}
          label={say('Suggested price in {currency}', { currency: currency.toUpperCase() })}
          amount={suggestedPrice ?? 0}
          onKeep={(price) => editor.change({ suggestedPrice: price || null })}
        />
        <p class="hint" id="suggested-rule">
          {say('Optional. The checkout shows it as a suggestion; people can still pay just the price.')}
          {suggestedPrice !== undefined &&
            suggestedPrice <= amount &&
            `${gap()}${say('It is not above the price, so it has no effect.')}`}
        </p>
        <OtherPrice
          name={say('Price of each track')}
          id="track-price"
          editor={editor}
          label={say('Price of each track in {currency}', { currency: currency.toUpperCase() })}
          amount={trackPrice ?? 0}
          onKeep={(price) => editor.change({ trackPrice: price || null })}
        />
        <p class="hint" id="track-price-rule">
          {say(
            'The price of a single track. Buying the rest later costs the difference. With 0, tracks are sold only with the casset. You can set another price for each track.',
          )}
          {trackPrice !== undefined &&
            trackPrice >= amount &&
            `${gap()}${say('It is not below the price of the casset, so it has no effect.')}`}
        </p>
        {!editor.isShared && (
          <>
            <KeptSwitch
              id="whole-for-all"
              checked={wholeForAll === true}
              onKeep={(wholeForAll) => editor.change({ wholeForAll })}
            >
              {say('Everybody hears all of it')}
            </KeptSwitch>
            <p class="hint">
              {say(
                'Off: up to 30 seconds of each track. On: listening is free, and the files are for those who buy it. You can also open single tracks.',
              )}
            </p>
          </>
        )}
      </Fold>
      <FreeDialog asked={freeing} editor={editor} />
    </section>
  )
}

type PriceTagProps = {
  id: string
  editor: CassetEditor
  label: string
  /** In the smallest unit of the currency; null leaves the field empty. */
  amount: number | null
  onKeep: (amount: number | null) => Promise<Trouble | null>
}

/** The field of a price. The element with the id `<id>-rule` describes it. */
function PriceTag({ id, editor, label, amount, onKeep }: PriceTagProps) {
  const { currency } = editor.casset.value.price
  return (
    <span class="tag">
      <span aria-hidden="true">{symbolOf(currency)}</span>
      <Inline
        id={id}
        label={label}
        hintId={`${id}-rule`}
        inputMode="decimal"
        value={amount === null ? '' : spellSum({ amount, currency })}
        faultOf={(text) => priceFault(text, editor.prices, currency)}
        onKeep={(text) => onKeep(readPrice(text, editor.prices, currency))}
      />
    </span>
  )
}

const OtherPrice = ({ name, ...tag }: PriceTagProps & { name: string }) => (
  <div class="price-line suggested">
    <span>{name}</span>
    <PriceTag {...tag} />
  </div>
)

type Extras = { currency: string; suggestedPrice: number | undefined; trackPrice: number | undefined }

function extrasOf({ currency, suggestedPrice, trackPrice }: Extras): string {
  const sumOf = (amount: number) => spokenSum({ amount, currency })
  const suggested = suggestedPrice === undefined ? [] : [say('suggested {sum}', { sum: sumOf(suggestedPrice) })]
  const each = trackPrice === undefined ? [] : [say('each track {sum}', { sum: sumOf(trackPrice) })]
  return [...suggested, ...each].join(' · ')
}

const FreeDialog = ({ asked, editor }: { asked: Signal<{ name: string } | null>; editor: CassetEditor }) => (
  <AskDialog
    about={asked}
    title={() => say('Make it free?')}
    keep={say('Keep the price')}
    go={say('Make it free')}
    act={() => editor.change({ price: 0 })}
    after={() => focusOn('#price')}
  >
    {({ name }) => (
      <p>
        {inParts(
          say(
            'Then everybody can get all of <b>{name}</b> for free and keep it, even if you set a price again later. People who paid keep it too; nothing is refunded.',
            { name },
          ),
          { b: (text) => <b dir="auto">{text}</b> },
        )}
      </p>
    )}
  </AskDialog>
)
