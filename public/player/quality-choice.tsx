import { useSignal } from '@preact/signals'
import { say } from '../../src/lib/language/say.ts'
import { chooseQuality, chosenQuality, type Quality } from './quality.ts'
import { playsLight } from './state.ts'

const choices = (): readonly (readonly [Quality, string])[] => [
  ['automatic', say('Automatic')],
  ['saver', say('Data saver')],
  ['original', say('Original files')],
]

/** How much data the music may take, where this browser plays the lighter files. */
export function QualityChoice() {
  const chosen = useSignal(chosenQuality())
  if (!playsLight()) return null
  return (
    <p class="stack">
      <label for="quality">{say('Sound quality')}</label>
      <select
        id="quality"
        class="key"
        aria-describedby="quality-hint"
        onChange={({ currentTarget }) => {
          const [of] = choices().find(([each]) => each === currentTarget.value) ?? []
          if (of === undefined) return
          chooseQuality(of)
          chosen.value = of
        }}
      >
        {choices().map(([of, text]) => (
          <option key={of} value={of} selected={of === chosen.value}>
            {text}
          </option>
        ))}
      </select>
      <small id="quality-hint">{say('From the next track on. Data saver takes about a megabyte a minute.')}</small>
    </p>
  )
}
