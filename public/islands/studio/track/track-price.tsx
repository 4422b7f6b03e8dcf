import { useSignal } from '@preact/signals'
import { say } from '../../../../src/lib/language/say.ts'
import { spellSum } from '../../../../src/lib/money/money.ts'
import { priceFault, readPrice } from '../../../../src/lib/money/set-price.ts'
import { Said } from '../../../lib/said.tsx'
import type { CassetEditor, OwnerTrack } from '../casset-editor.ts'

export function TrackPrice({ editor, track: { id, ownPrice } }: { editor: CassetEditor; track: OwnerTrack }) {
  const problem = useSignal('')
  const { currency } = editor.casset.value.price
  const keep = async (text: string) => {
    const written = text.trim()
    problem.value = written === '' ? '' : priceFault(written, editor.prices, currency)
    if (problem.value !== '') return
    const trouble = await editor.changeTrack(id, {
      price: written === '' ? null : readPrice(written, editor.prices, currency),
    })
    problem.value = trouble?.text ?? ''
  }
  return (
    <div class="field">
      <label for={`price-${id}`}>
        {say('Price as a single track, in {currency}', { currency: currency.toUpperCase() })}
      </label>
      <input
        id={`price-${id}`}
        class="mono"
        inputMode="decimal"
        autocomplete="off"
        placeholder={say('Same as for the casset')}
        value={ownPrice === null ? '' : spellSum({ amount: ownPrice, currency })}
        aria-describedby={`price-${id}-hint price-${id}-problem`}
        onChange={({ currentTarget }) => void keep(currentTarget.value)}
      />
      <p class="hint" id={`price-${id}-hint`}>
        {say('With 0 it is sold only with the casset.')}
      </p>
      <Said role="alert" class="problem" id={`price-${id}-problem`}>
        {problem}
      </Said>
    </div>
  )
}
