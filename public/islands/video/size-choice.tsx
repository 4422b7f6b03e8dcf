import type { Signal } from '@preact/signals'
import type { sizes } from '../../exporter/scene.ts'

const words = {
  large: '1080 × 1920, sharp on every phone',
  small: '720 × 1280, quicker and smaller',
} as const

/** The two sizes of a clip. */
export const SizeChoice = ({ size }: { size: Signal<keyof typeof sizes> }) => (
  <fieldset class="ways">
    <legend>Size</legend>
    {(['large', 'small'] as const).map((each) => (
      <label key={each}>
        <input
          type="radio"
          name="size"
          value={each}
          checked={size.value === each}
          onChange={() => {
            size.value = each
          }}
        />
        {words[each]}
      </label>
    ))}
  </fieldset>
)
